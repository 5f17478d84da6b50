// The workload of package peers in ns-3's UAN module: reads the nodes and the
// packets that the package wrote, runs them, and prints its counts and what they cost
// as one line of JSON. Receptions are reckoned: ns-3 hands every frame to all other
// nodes. Written from the public interface of ns-3 3.37.
//
//     uan FOLDER SECONDS

#include <ns3/core-module.h>
#include <ns3/mobility-module.h>
#include <ns3/network-module.h>
#include <ns3/uan-module.h>

#include <cmath>
#include <fstream>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

#include "meter.h"

namespace {

// A packet is 61 byte, to which UanMacAloha adds a header of 3.
constexpr uint32_t packetBytes = 61;

struct Counts {
    uint64_t attempts = 0, sent = 0, ok = 0, error = 0, sink = 0;
};

// Source is a node that sends packets to the sink at given times.
class Source {
  public:
    Source(Counts& counts, ns3::Ptr<ns3::UanNetDevice> device, ns3::Address sink)
        : counts_(counts), device_(device), sink_(sink) {}

    void Add(int64_t ns) { times_.push_back(ns); }

    // Arm schedules the next packet.
    void Arm() {
        if (next_ < times_.size()) {
            auto wait = ns3::NanoSeconds(times_[next_]) - ns3::Simulator::Now();
            ns3::Simulator::Schedule(wait, &Source::Send, this);
        }
    }

  private:
    void Send() {
        next_++;
        counts_.attempts++;
        device_->Send(ns3::Create<ns3::Packet>(packetBytes), sink_, 0);
        Arm();
    }

    Counts& counts_;
    ns3::Ptr<ns3::UanNetDevice> device_;
    ns3::Address sink_;
    std::vector<int64_t> times_;
    size_t next_ = 0;
};

// Nanoseconds reads a time in seconds with nine decimals exactly.
int64_t Nanoseconds(const std::string& s) {
    auto dot = s.find('.');
    if (dot == std::string::npos || s.size() != dot + 10) {
        throw std::runtime_error("the time " + s + " does not have nine decimals");
    }
    return std::stoll(s.substr(0, dot)) * 1000000000 + std::stoll(s.substr(dot + 1));
}

// Split cuts a line of CSV without quotes.
std::vector<std::string> Split(const std::string& line) {
    std::vector<std::string> fields;
    std::stringstream in(line);
    for (std::string field; std::getline(in, field, ',');) {
        fields.push_back(field);
    }
    return fields;
}

// Network is the nodes with their devices.
struct Network {
    ns3::NodeContainer nodes;
    ns3::NetDeviceContainer devices;
    std::unordered_map<std::string, size_t> index;
};

// ReadNodes makes the nodes of the file and puts them into their places.
void ReadNodes(const std::string& file, Network& net) {
    std::ifstream in(file);
    std::string line;
    std::getline(in, line); // the header
    while (std::getline(in, line)) {
        auto f = Split(line);
        auto node = ns3::CreateObject<ns3::Node>();
        auto at = ns3::CreateObject<ns3::ConstantPositionMobilityModel>();
        at->SetPosition(ns3::Vector(std::stod(f.at(1)), std::stod(f.at(2)), std::stod(f.at(3))));
        node->AggregateObject(at);
        net.index[f.at(0)] = net.nodes.GetN();
        net.nodes.Add(node);
    }
}

// Install gives each node a modem, and joins them by the water. All that is not
// set here is ns-3's default.
void Install(Network& net) {
    auto channel = ns3::CreateObject<ns3::UanChannel>();
    channel->SetPropagationModel(ns3::CreateObject<ns3::UanPropModelThorp>());
    channel->SetNoiseModel(ns3::CreateObject<ns3::UanNoiseModelDefault>());
    ns3::UanModesList modes;
    modes.AppendMode(ns3::UanTxModeFactory::CreateMode(ns3::UanTxMode::FSK, 1000, 1000, 12000, 4000, 2, "crowd"));
    ns3::UanHelper helper;
    helper.SetMac("ns3::UanMacAloha");
    helper.SetPhy("ns3::UanPhyGen", "SupportedModes", ns3::UanModesListValue(modes));
    helper.SetTransducer("ns3::UanTransducerHd");
    net.devices = helper.Install(net.nodes, channel);
}

// Listen counts what the radios do.
void Listen(const Network& net, Counts& counts) {
    for (uint32_t i = 0; i < net.devices.GetN(); i++) {
        auto phy = ns3::DynamicCast<ns3::UanNetDevice>(net.devices.Get(i))->GetPhy();
        bool sink = i == 0;
        using Fact = ns3::Callback<void, ns3::Ptr<const ns3::Packet>, double, ns3::UanTxMode>;
        auto on = [&phy](const char* what, auto count) {
            phy->TraceConnectWithoutContext(what, Fact([count](ns3::Ptr<const ns3::Packet>, double, ns3::UanTxMode) { count(); }));
        };
        on("Tx", [&counts] { counts.sent++; });
        on("RxOk", [&counts, sink] { counts.ok++; counts.sink += sink; });
        on("RxError", [&counts] { counts.error++; });
    }
}

// ReadPackets makes a source of each node that sends.
std::vector<Source> ReadPackets(const std::string& file, const Network& net, Counts& counts) {
    std::vector<Source> sources;
    for (uint32_t i = 0; i < net.devices.GetN(); i++) {
        sources.emplace_back(counts, ns3::DynamicCast<ns3::UanNetDevice>(net.devices.Get(i)), net.devices.Get(0)->GetAddress());
    }
    std::ifstream in(file);
    std::string line;
    std::getline(in, line); // the header
    while (std::getline(in, line)) {
        auto f = Split(line);
        if (f.at(2) != "sink" || std::stoul(f.at(3)) != 8 * packetBytes) {
            throw std::runtime_error("a packet is not one of 61 byte to the sink: " + line);
        }
        sources.at(net.index.at(f.at(1))).Add(Nanoseconds(f.at(0)));
    }
    return sources;
}

} // namespace

int main(int argc, char** argv) {
    if (argc != 3) {
        std::cerr << "uan: needs a folder and a time\n";
        return 2;
    }
    std::string folder = argv[1];
    Network net;
    Counts counts;
    ReadNodes(folder + "/nodes.csv", net);
    Install(net);
    Listen(net, counts);
    auto sources = ReadPackets(folder + "/packets.csv", net, counts);
    for (auto& s : sources) {
        s.Arm();
    }
    ns3::Simulator::Stop(ns3::Seconds(std::stod(argv[2])));
    double begun = ProcessorTime();
    ns3::Simulator::Run();
    double loop = ProcessorTime() - begun;
    std::cout << "{\"attempts\":" << counts.attempts << ",\"sent\":" << counts.sent
              << ",\"receptions\":" << counts.sent * (net.nodes.GetN() - 1) << ",\"ok\":" << counts.ok << ",\"errors\":" << counts.error
              << ",\"sink\":" << counts.sink << ",\"loop_s\":" << loop << ",\"total_s\":" << ProcessorTime()
              << ",\"peak_bytes\":" << PeakBytes() << ",\"events\":" << ns3::Simulator::GetEventCount() << "}\n";
    return 0;
}
