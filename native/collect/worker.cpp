#include "native/collect/worker.h"

#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstring>
#include <filesystem>
#include <numeric>

#include "native/collect/worker_source.h"  // generated from worker.py by CMake: kWorkerSource

namespace hlorank::collect {
namespace {

using Clock = std::chrono::steady_clock;
namespace fs = std::filesystem;

constexpr double kStartSeconds = 120;  // time limit for importing jax, which is slow from a cold disk

bool writeAll(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes.remove_prefix(static_cast<size_t>(written));
  }
  return true;
}

// Returns the last non-empty line of the worker process's standard error, which goes to the file `log`; "" if none.
std::string lastErrorLine(int log) {
  constexpr off_t kEnd = 4096;
  const off_t size = lseek(log, 0, SEEK_END);
  std::string text(static_cast<size_t>(std::min(size, kEnd)), '\0');
  const ssize_t read = pread(log, text.data(), text.size(), std::max<off_t>(0, size - kEnd));
  text.resize(static_cast<size_t>(std::max<ssize_t>(0, read)));
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
  const size_t line = text.rfind('\n');
  return line == std::string::npos ? text : text.substr(line + 1);
}

// Returns the interpreter that stands for an empty WorkerOptions::python.
std::string findPython() {
  if (const char* python = std::getenv("HLORANK_PYTHON")) return python;
  std::error_code error;
  const fs::path beside = fs::read_symlink("/proc/self/exe", error).parent_path() / "python/bin/python";
  return !error && fs::exists(beside, error) ? beside.string() : "python3";
}

}  // namespace

std::vector<int> lastCores(size_t count) {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) != 0) return {0};
  std::vector<int> cores;
  for (int core = CPU_SETSIZE; core-- > 0 && cores.size() < count;)
    if (CPU_ISSET(core, &set)) cores.push_back(core);
  return cores;
}

std::vector<int> coresFrom(int first, int count) {
  if (first < 0) return lastCores(static_cast<size_t>(count));
  std::vector<int> cores(static_cast<size_t>(count));
  std::iota(cores.begin(), cores.end(), first);
  return cores;
}

Result<std::unique_ptr<Worker>> Worker::start(const WorkerOptions& options) {
  signal(SIGPIPE, SIG_IGN);  // writing to a dead worker then fails with EPIPE
  const std::string python = options.python.empty() ? findPython() : options.python;
  int in[2], out[2];
  std::unique_ptr<Worker> worker(new Worker);
  worker->log_ = memfd_create("worker", MFD_CLOEXEC);
  if (worker->log_ < 0 || pipe2(in, O_CLOEXEC) != 0 || pipe2(out, O_CLOEXEC) != 0)
    return Error{std::string("cannot create a pipe: ") + std::strerror(errno), "close other programs"};
  const pid_t parent = getpid();
  worker->process_ = fork();
  if (worker->process_ == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);  // end with the parent process
    if (getppid() != parent) _exit(1);
    setpgid(0, 0);  // Ctrl-C signals only the parent, which then ends the worker
    dup2(in[0], 0);
    dup2(out[1], 1);
    dup2(worker->log_, 2);
    execlp(python.c_str(), python.c_str(), "-c", kWorkerSource, nullptr);
    dprintf(2, "%s\n", std::strerror(errno));
    _exit(127);
  }
  close(in[0]);
  close(out[1]);
  worker->toWorker_ = in[1];
  worker->fromWorker_ = out[0];
  auto about = worker->ask({{"do", "start"}, {"platform", options.platform}, {"cores", options.cores}}, kStartSeconds);
  if (!about) {
    const bool noJax = about.error().message.find("No module named") != std::string::npos;
    return Error{
        "cannot measure with " + python + ": " + about.error().message,
        noJax ? "run `npm start` in the repository, which installs jax in build/python, or run `pip install jax` in a "
                "virtual environment and give its interpreter with --python"
              : "give a Python interpreter with jax with --python, or run `npm start` once, which installs one"};
  }
  worker->about_ = std::move(*about);
  return worker;
}

Worker::~Worker() {
  end();
  if (log_ >= 0) close(log_);
}

Result<nlohmann::json> Worker::ask(const nlohmann::json& request, double seconds) {
  if (!alive()) return Error{"the worker process has ended", {}};
  if (!writeAll(toWorker_, request.dump() + "\n")) return died("ended");
  auto line = readLine(seconds);
  if (!line) return line.error();
  nlohmann::json reply = nlohmann::json::parse(*line, nullptr, /*allow_exceptions=*/false);
  if (!reply.is_object()) return died("sent a reply that is not JSON");
  if (reply.contains("error")) return Error{reply["error"].get<std::string>(), {}};
  return reply;
}

Result<std::string> Worker::readLine(double seconds) {
  const Clock::time_point end = Clock::now() + std::chrono::milliseconds(static_cast<int64_t>(seconds * 1e3));
  for (size_t searched = 0;;) {
    const size_t newline = pending_.find('\n', searched);
    searched = pending_.size();
    if (newline != std::string::npos) {
      std::string line = pending_.substr(0, newline);
      pending_.erase(0, newline + 1);
      return line;
    }
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
    if (left <= 0) {
      char text[80];
      std::snprintf(text, sizeof text, "took longer than %.0f s", seconds);
      return died(text);
    }
    pollfd waiting{fromWorker_, POLLIN, 0};
    if (poll(&waiting, 1, static_cast<int>(std::min<int64_t>(left, 1000))) <= 0) continue;
    char buffer[1 << 16];
    const ssize_t count = read(fromWorker_, buffer, sizeof buffer);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return died("ended");
    pending_.append(buffer, static_cast<size_t>(count));
  }
}

Error Worker::died(const std::string& how) {
  int status = 0;
  if (how == "ended") {
    for (int i = 0; i < 100 && waitpid(process_, &status, WNOHANG) == 0; ++i) usleep(10'000);
  }
  const bool signalled = WIFSIGNALED(status);
  const std::string detail = lastErrorLine(log_);
  end();
  std::string message = "the compiler process " + how;
  if (signalled) message += std::string(" (") + strsignal(WTERMSIG(status)) + ")";
  if (!detail.empty()) message += ": " + detail;
  return Error{message, {}};
}

void Worker::end() {
  if (toWorker_ >= 0) close(toWorker_);
  if (fromWorker_ >= 0) close(fromWorker_);
  toWorker_ = fromWorker_ = -1;
  if (process_ <= 0) return;
  kill(-process_, SIGKILL);
  kill(process_, SIGKILL);
  waitpid(process_, nullptr, 0);
  process_ = -1;
}

}  // namespace hlorank::collect
