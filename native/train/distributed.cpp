#include "native/train/distributed.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <optional>

#ifdef HLORANK_C10D
#include <ATen/ATen.h>
#include <netdb.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <torch/csrc/distributed/c10d/PrefixStore.hpp>
#include <torch/csrc/distributed/c10d/ProcessGroupGloo.hpp>
#include <torch/csrc/distributed/c10d/TCPStore.hpp>
#endif

namespace hlorank::train {
namespace {

constexpr const char* kHowToStart =
    "torchrun, or set MASTER_ADDR (host of process 0), MASTER_PORT, WORLD_SIZE (number of processes) and RANK (number "
    "of this process, from 0)";

// Reads an integer from an environment variable. Empty if the variable is not set, not an integer, or not from `least`
// to `most`.
std::optional<int> readInteger(const char* variable, int least, int most) {
  const char* text = std::getenv(variable);
  int number = 0;
  if (!text) return std::nullopt;
  const char* end = text + std::strlen(text);
  const auto parsed = std::from_chars(text, end, number);
  if (parsed.ec != std::errc() || parsed.ptr != end || number < least || number > most) return std::nullopt;
  return number;
}

}  // namespace

Result<Rendezvous> rendezvousFromEnvironment() {
  if (!std::getenv("WORLD_SIZE")) return Rendezvous{};
  const auto invalid = [](const std::string& what) {
    return Error{what, std::string("start the processes with ") + kHowToStart};
  };
  Rendezvous rendezvous;
  const auto world = readInteger("WORLD_SIZE", 1, 65536);
  if (!world) return invalid("WORLD_SIZE is not a number of processes: " + std::string(std::getenv("WORLD_SIZE")));
  rendezvous.world = *world;
  if (*world == 1) return rendezvous;
  const auto rank = readInteger("RANK", 0, *world - 1), port = readInteger("MASTER_PORT", 1, 65535);
  if (!rank) return invalid("RANK must be a number from 0 to " + std::to_string(*world - 1));
  if (!std::getenv("MASTER_ADDR"))
    return invalid("MASTER_ADDR is not set although WORLD_SIZE is " + std::to_string(*world));
  if (!port) return invalid("MASTER_PORT must be a number from 1 to 65535");
  rendezvous.rank = *rank;
  rendezvous.port = *port;
  rendezvous.address = std::getenv("MASTER_ADDR");
  return rendezvous;
}

#ifdef HLORANK_C10D

namespace {

constexpr std::chrono::hours kLongWait{1};

// Returns the first line of an exception's message, without the source location that LibTorch and Gloo put before it.
std::string firstLine(const std::exception& error) {
  std::string text = error.what();
  text.resize(std::min(text.size(), text.find('\n')));
  const size_t place = text.find("] ");
  return text[0] == '[' && place != std::string::npos ? text.substr(place + 2) : text;
}

// Returns the local IP address from which packets to process 0 leave. Other machines can reach this process at that
// address. Returns "" if it is a loopback address or cannot be found.
std::string ownAddress(const Rendezvous& rendezvous) {
  addrinfo hints = {}, *found = nullptr;
  hints.ai_socktype = SOCK_DGRAM;
  if (getaddrinfo(rendezvous.address.c_str(), std::to_string(rendezvous.port).c_str(), &hints, &found) != 0) return {};
  std::string own;
  for (const addrinfo* at = found; at && own.empty(); at = at->ai_next) {
    const int descriptor = socket(at->ai_family, at->ai_socktype | SOCK_CLOEXEC, at->ai_protocol);
    sockaddr_storage local = {};
    socklen_t size = sizeof local;
    char name[NI_MAXHOST];
    if (descriptor >= 0 && connect(descriptor, at->ai_addr, at->ai_addrlen) == 0 &&
        getsockname(descriptor, reinterpret_cast<sockaddr*>(&local), &size) == 0 &&
        getnameinfo(reinterpret_cast<sockaddr*>(&local), size, name, sizeof name, nullptr, 0, NI_NUMERICHOST) == 0)
      own = name;
    if (descriptor >= 0) close(descriptor);
  }
  freeaddrinfo(found);
  return own.rfind("127.", 0) == 0 || own == "::1" ? std::string() : own;
}

// Selects the network interface for Gloo: the one that the environment variable GLOO_SOCKET_IFNAME names (as in
// PyTorch), else the one that leads to process 0.
std::shared_ptr<gloo::transport::Device> createDevice(const Rendezvous& rendezvous) {
  if (const char* interface = std::getenv("GLOO_SOCKET_IFNAME"))
    return c10d::ProcessGroupGloo::createDeviceForInterface(interface);
  const std::string own = ownAddress(rendezvous);
  return own.empty() ? c10d::ProcessGroupGloo::createDefaultDevice()
                     : c10d::ProcessGroupGloo::createDeviceForHostname(own);
}

}  // namespace

// The connections of a process. A Gloo group has a single timeout, so there are two groups: `steps` for Wait::kStep (a
// training step) and `patient` for Wait::kLong (one hour).
struct Processes::Groups {
  c10::intrusive_ptr<c10d::Store> store;
  c10::intrusive_ptr<c10d::ProcessGroupGloo> steps, patient;
};

Result<Processes> Processes::connect(const Rendezvous& rendezvous, std::chrono::seconds timeout,
                                     std::chrono::seconds startTimeout) {
  Processes processes;
  if (rendezvous.world == 1) return processes;
  try {
    c10d::TCPStoreOptions options;
    options.port = std::uint16_t(rendezvous.port);
    options.isServer = rendezvous.rank == 0;
    options.numWorkers = size_t(rendezvous.world);
    options.timeout = startTimeout;
    auto groups = std::make_shared<Groups>();
    groups->store = c10::make_intrusive<c10d::TCPStore>(rendezvous.address, options);
    const auto device = createDevice(rendezvous);
    const auto group = [&](const char* name, std::chrono::milliseconds wait) {
      auto how = c10d::ProcessGroupGloo::Options::create(wait);
      how->devices = {device};
      how->threads = 2;
      return c10::make_intrusive<c10d::ProcessGroupGloo>(c10::make_intrusive<c10d::PrefixStore>(name, groups->store),
                                                         rendezvous.rank, rendezvous.world, how);
    };
    groups->steps = group("steps", timeout);
    groups->patient = group("patient", kLongWait);
    processes.rank_ = rendezvous.rank;
    processes.world_ = rendezvous.world;
    processes.groups_ = std::move(groups);
    return processes;
  } catch (const std::exception& error) {
    return Error{"process " + std::to_string(rendezvous.rank) + " cannot connect to the other " +
                     std::to_string(rendezvous.world - 1) + " at " + rendezvous.address + ":" +
                     std::to_string(rendezvous.port) + ": " + firstLine(error),
                 std::string("start the processes with ") + kHowToStart +
                     "; GLOO_SOCKET_IFNAME names the network interface to use"};
  }
}

void Processes::sum(std::vector<float>& values, Wait wait) const {
  if (world_ == 1) return;
  try {
    std::vector<at::Tensor> tensors = {at::from_blob(values.data(), {int64_t(values.size())}, at::kFloat)};
    (wait == Wait::kStep ? groups_->steps : groups_->patient)->allreduce(tensors)->wait();
  } catch (const std::exception& error) {
    throw PeerLost(firstLine(error));
  }
}

std::string Processes::broadcastFromFirst(std::string bytes) const {
  if (world_ == 1) return bytes;
  try {
    std::vector<at::Tensor> size = {at::full({1}, int64_t(bytes.size()), at::kLong)};
    groups_->patient->broadcast(size)->wait();
    bytes.resize(size_t(size[0].item<int64_t>()));
    if (bytes.empty()) return bytes;
    std::vector<at::Tensor> content = {at::from_blob(bytes.data(), {int64_t(bytes.size())}, at::kByte)};
    groups_->patient->broadcast(content)->wait();
    return bytes;
  } catch (const std::exception& error) {
    throw PeerLost(firstLine(error));
  }
}

#else

struct Processes::Groups {};

Result<Processes> Processes::connect(const Rendezvous& rendezvous, std::chrono::seconds, std::chrono::seconds) {
  if (rendezvous.world == 1) return Processes();
  return Error{"WORLD_SIZE is " + std::to_string(rendezvous.world) + ", but this build can only train with one process",
               "build with Gloo's headers (libgloo-dev) and a LibTorch that has c10d, or unset WORLD_SIZE"};
}

void Processes::sum(std::vector<float>&, Wait) const {}
std::string Processes::broadcastFromFirst(std::string bytes) const {
  return bytes;
}

#endif

bool Processes::any(bool one) const {
  std::vector<float> count = {one ? 1.0f : 0.0f};
  sum(count, Wait::kLong);
  return count[0] > 0;
}

std::vector<int> Processes::ranksThatDiffer(const std::string& bytes) const {
  std::vector<float> differs(static_cast<size_t>(world_));
  differs[size_t(rank_)] = broadcastFromFirst(bytes) != bytes ? 1 : 0;
  sum(differs, Wait::kLong);
  std::vector<int> ranks;
  for (int rank = 0; rank < world_; ++rank)
    if (differs[size_t(rank)] > 0) ranks.push_back(rank);
  return ranks;
}

ProcessGroup Processes::group() const {
  return {rank_, world_, [all = *this](std::vector<float>& values, Wait wait) { all.sum(values, wait); }};
}

}  // namespace hlorank::train
