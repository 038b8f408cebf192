#include "native/train/parallel_jobs.h"

#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "native/base/interrupt.h"
#include "native/base/output.h"
#include "native/base/progress.h"
#include "shared/base/text.h"

namespace hlorank::train {
namespace {

using Text = char[2048];
constexpr char kWithLessMemory[] = "if memory is short, continue with --resume --jobs 1";

void copy(const std::string& from, Text& to) {
  std::snprintf(to, sizeof to, "%s", from.c_str());
}

// Progress of one job, written by the child process that works on it.
struct JobStatus {
  std::atomic<int64_t> step{0}, steps{0};
  std::atomic<bool> done{false};
  Text summary = "";
};

// Memory that this process and its children share.
struct Shared {
  std::atomic<size_t> next{0};  // the next job that no child has begun
  std::atomic<bool> failed{false};
  // The error of the first job that failed, and its context.
  Text message = "", help = "", place = "";
  bool machine = false;
};

// Maps memory for a Shared and `count` JobStatus behind it; nullptr if there is not enough.
std::shared_ptr<void> mapShared(size_t count) {
  const size_t bytes = sizeof(Shared) + count * sizeof(JobStatus);
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return nullptr;
  return {memory, [bytes](void* mapped) { munmap(mapped, bytes); }};
}

void reportFailure(const Error& error, const ErrorContext& context, Shared& shared) {
  if (shared.failed.exchange(true)) return;
  copy(error.message, shared.message);
  copy(error.help, shared.help);
  copy(context.place, shared.place);
  shared.machine = context.machine;
}

// The work of a child: trains jobs that no other child has begun, until none is left. `place`: what errors are about
// that concern no file of a job.
void workOn(const std::function<Job(size_t)>& makeJob, const std::string& place, Shared& shared,
            std::span<JobStatus> jobs) {
  ErrorContext context;
  try {
    for (size_t i; !native::interrupted() && (i = shared.next++) < jobs.size();) {
      context = {place};
      JobStatus& status = jobs[i];
      const Observer observer{[&](const Progress& progress) {
                                status.steps = progress.steps;
                                status.step = progress.step;
                              },
                              [&](const std::string& summary) { copy(summary, status.summary); }};
      const auto weights = trainOrLoad(makeJob(i), Processes(), observer, &context);
      if (!weights) return reportFailure(weights.error(), context, shared);
      status.done = weights->has_value();
    }
  } catch (const std::bad_alloc&) {
    reportFailure({"out of memory", kWithLessMemory}, {context.place, true}, shared);
  } catch (const std::exception& thrown) {
    reportFailure({thrown.what(), {}}, {context.place, true}, shared);
  }
}

// Starts a child that works on the jobs. Returns −1 if it cannot be started.
pid_t startChild(const std::function<Job(size_t)>& makeJob, const std::string& place, Shared& shared,
                 std::span<JobStatus> jobs) {
  const pid_t parent = getpid();
  native::flushOutput();  // else both processes would write what is buffered
  const pid_t child = fork();
  if (child != 0) return child;
  // SIGTERM may arrive twice: from this process, and from what stops all processes of the group.
  native::catchEverySigterm();
  prctl(PR_SET_PDEATHSIG, SIGTERM);  // the child writes its checkpoint and ends when this process ends
  if (getppid() != parent) _exit(1);
  workOn(makeJob, place, shared, jobs);
  _exit(0);
}

// Shows the progress of all jobs in one line, and prints the summary of each job that is done.
class Report {
 public:
  Report(std::span<const JobStatus> jobs, bool quiet) : jobs_(jobs), isPrinted_(jobs.size()), quiet_(quiet) {}

  void update() {
    int64_t step = 0, steps = 0;
    size_t begun = 0, done = 0, left = 0;  // left: jobs of unknown length
    for (size_t i = 0; i < jobs_.size(); ++i) {
      const JobStatus& job = jobs_[i];
      step += job.step;
      steps += job.steps;
      begun += job.steps > 0;
      done += job.done;
      left += job.steps == 0 && !job.done;
      if (!job.done || isPrinted_[i]) continue;
      isPrinted_[i] = true;
      line_.clear();
      if (!quiet_ && job.summary[0] != '\0') native::note("%s\n", job.summary);
    }
    if (begun == 0) return;
    const auto expected = static_cast<long long>(steps + steps / int64_t(begun) * int64_t(left));
    line_.update(uint64_t(step), formatted("of about %lld, %zu of %zu networks trained", expected, done, jobs_.size()));
  }

 private:
  std::span<const JobStatus> jobs_;
  std::vector<bool> isPrinted_;
  bool quiet_;
  native::Progress line_{"steps", 0, quiet_};
};

}  // namespace

Result<bool> trainInParallel(size_t count, const std::function<Job(size_t)>& makeJob, int processes, bool quiet,
                             ErrorContext* errorContext) {
  const auto memory = mapShared(count);
  if (!memory) {
    errorContext->machine = true;
    return Error{std::string("cannot share memory between processes: ") + std::strerror(errno), kWithLessMemory};
  }
  Shared& shared = *new (memory.get()) Shared;
  JobStatus* const first = reinterpret_cast<JobStatus*>(&shared + 1);
  for (size_t i = 0; i < count; ++i) new (first + i) JobStatus;
  const std::span<JobStatus> jobs(first, count);

  std::vector<pid_t> children;
  while (children.size() < std::min(size_t(processes), count)) {
    const pid_t child = startChild(makeJob, errorContext->place, shared, jobs);
    if (child < 0) break;  // those that run do all the work; without any, the caller does it
    children.push_back(child);
  }

  Report report(jobs, quiet);
  bool stopped = false;
  while (!children.empty()) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    report.update();
    std::erase_if(children, [&](pid_t child) {
      int status = 0;
      if (waitpid(child, &status, WNOHANG) == 0) return false;
      if (WIFSIGNALED(status) || (WIFEXITED(status) && WEXITSTATUS(status) != 0))
        reportFailure({"a process that trained a network ended: " +
                           (WIFSIGNALED(status) ? std::string(strsignal(WTERMSIG(status)))
                                                : "exit code " + std::to_string(WEXITSTATUS(status))),
                       kWithLessMemory},
                      {errorContext->place, /*machine=*/true}, shared);
      return true;
    });
    if ((native::interrupted() || shared.failed) && !stopped) {
      stopped = true;
      for (const pid_t child : children) kill(child, SIGTERM);  // each child writes its checkpoint and ends
    }
  }
  report.update();
  if (!shared.failed) return true;
  *errorContext = {shared.place, shared.machine};
  return Error{shared.message, shared.help};
}

}  // namespace hlorank::train
