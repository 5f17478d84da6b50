// What a process has used, as Linux tells it.

#ifndef METER_H
#define METER_H

#include <sys/resource.h>

#include <cstdint>
#include <fstream>
#include <string>

// ProcessorTime is the processor time of the process, user and system, in s.
inline double ProcessorTime() {
    rusage u;
    getrusage(RUSAGE_SELF, &u);
    auto seconds = [](timeval t) { return t.tv_sec + 1e-6 * t.tv_usec; };
    return seconds(u.ru_utime) + seconds(u.ru_stime);
}

// PeakBytes is the most memory that the process held at once. The one of
// getrusage may be that of the process that started it.
inline uint64_t PeakBytes() {
    std::ifstream in("/proc/self/status");
    for (std::string line; std::getline(in, line);) {
        if (line.rfind("VmHWM:", 0) == 0) {
            return 1024 * std::stoull(line.substr(6));
        }
    }
    return 0;
}

#endif
