#include "shared/profile/device.h"

#include <cmath>
#include <cstdlib>
#include <string_view>

#include "shared/base/text.h"

namespace hlorank::profile {
namespace {

std::string find(const Profile& profile, std::string_view key) {
  for (const auto& [name, value] : profile.machine)
    if (name == key) return value;
  return {};
}

// Returns a rate per second that the profile states; 0 if it states none.
double rateOf(const Profile& profile, std::string_view key) {
  const double rate = std::strtod(find(profile, key).c_str(), nullptr);
  return std::isfinite(rate) && rate > 0 ? rate : 0;
}

// Returns the words of a device name in lower case, joined and enclosed by "-": "-nvidia-h100-80gb-hbm3-".
std::string normalised(const std::string& name) {
  std::string words = "-";
  for (const char c : lowered(name) + ' ') {
    const bool isOfWord = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    if (isOfWord || words.back() != '-') words += isOfWord ? c : '-';
  }
  return words;
}

}  // namespace

std::string deviceOf(const Profile& profile) {
  return find(profile, kDeviceName);
}

std::optional<cost::Machine> machineOf(const Profile& profile) {
  const std::string device = deviceOf(profile);
  if (device.empty()) return std::nullopt;
  const std::string words = normalised(device);
  const double flops = rateOf(profile, kDeviceFlops), bandwidth = rateOf(profile, kDeviceBandwidth);
  const auto has = [&](const std::string& name) { return words.find("-" + name + "-") != std::string::npos; };
  if (flops > 0 && bandwidth > 0) {
    cost::Machine machine = *cost::findMachine(has("tpu") ? "tpu-v5e" : "h100");
    machine.name = device;
    machine.description = "peak rates that the trace states";
    machine.bytes = bandwidth;
    if (!has("tpu"))
      machine.scaleRates(flops);
    else
      machine.rates =
          cost::ratesOfTpu(has("v3") || has("v4") ? flops : 2 * flops, flops, machine.rate(cost::Arithmetic::kVector));
    return machine;
  }
  if (words == "-tpu-v5-lite-") return *cost::findMachine("tpu-v5e");
  // Slower variants of the built-in machines.
  for (const char* variant : {"lite", "pcie", "nvl", "40gb", "mig"})
    if (has(variant)) return std::nullopt;
  for (const cost::Machine& machine : cost::listMachines())
    if (has(machine.name)) return machine;
  return std::nullopt;
}

}  // namespace hlorank::profile
