// The hold model of an event queue in ns-3's core: the number of pending events is
// constant, and each event that fires schedules itself again after an exponential
// time with a mean of one second, from a list. Prints one line of JSON. Written from
// the public interface of ns-3 3.37.
//
//     hold SCHEDULER PENDING HOLDS

#include <malloc.h>
#include <ns3/core-module.h>

#include <cmath>
#include <cstdint>
#include <iostream>
#include <string>
#include <vector>

#include "meter.h"

namespace {

// Model is the state of the hold model.
struct Model {
    uint64_t random = 1;          // of splitmix64
    int64_t left = 0;             // holds to be done
    std::vector<ns3::Time> gaps; // from one event to the next, once and again
    size_t gap = 0;

    // Draw draws a time.
    ns3::Time Draw() {
        random += 0x9E3779B97F4A7C15;
        uint64_t z = random;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
        double u = static_cast<double>((z ^ (z >> 31)) >> 11) * 0x1p-53;
        return ns3::NanoSeconds(std::llround(-std::log(1 - u) * 1e9));
    }

    // Next takes a time from the list.
    ns3::Time Next() {
        auto d = gaps[gap];
        if (++gap == gaps.size()) {
            gap = 0;
        }
        return d;
    }

    // Run does so many holds.
    void Run(int64_t holds) {
        left = holds;
        ns3::Simulator::Run();
    }
};

// Hold is the event.
void Hold(Model* m) {
    ns3::Simulator::Schedule(m->Next(), &Hold, m);
    if (--m->left == 0) {
        ns3::Simulator::Stop();
    }
}

// Allocated is the memory that the program has asked for, with what malloc adds.
size_t Allocated() {
    auto all = mallinfo2();
    return all.uordblks + all.hblkhd;
}

} // namespace

int main(int argc, char** argv) {
    if (argc != 4) {
        std::cerr << "hold: needs a scheduler and two numbers\n";
        return 2;
    }
    int64_t pending = std::stoll(argv[2]);
    int64_t holds = std::stoll(argv[3]);
    ns3::ObjectFactory scheduler;
    scheduler.SetTypeId(std::string("ns3::") + argv[1]);
    ns3::Simulator::SetScheduler(scheduler);
    Model m;
    for (int i = 0; i < 1 << 14; i++) {
        m.gaps.push_back(m.Draw());
    }
    size_t before = Allocated();
    for (int64_t i = 0; i < pending; i++) {
        ns3::Simulator::Schedule(m.Draw(), &Hold, &m);
    }
    double bytes = static_cast<double>(Allocated() - before) / pending;
    m.Run(pending); // each event once or so, so that the memory is warm
    double begun = ProcessorTime();
    m.Run(holds);
    std::cout << "{\"loop_s\":" << ProcessorTime() - begun << ",\"bytes\":" << bytes << "}\n";
    return 0;
}
