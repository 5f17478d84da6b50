# FDMA on a line in the water. Sound goes at 1500 m/s. The modem's whole band, named
# by its bit rate, is divided among the nodes; each sends in its own part only.
# Frames that overlap in one band would all be lost.

two stations send at once, and both are received
# Three equal bands of 1000 bit/s: 1000 bit take a second. 1500 m are a second.
band 3kbps
nodes a=-1500m hub=0m c=1500m
a sends 1000bit to hub at 0s
c sends 1000bit to hub at 0s
----
0s a is offered p1 to hub
0s a sends p1 for 1s
0s c is offered p2 to hub
0s c sends p2 for 1s
2s hub hears p1            # both are here from 1 s to 2 s
2s hub gets p1 after 2s
2s hub hears p2
2s hub gets p2 after 2s
3s c hears p1              # 3000 m are 2 s; c has sent until 1 s
3s a hears p2

a node that sends is deaf in all bands
# Two bands of 1000 bit/s. At b, p1 is from 1 s to 2 s.
band 2kbps
nodes a=0m b=1500m
a sends 1000bit to b at 0s
b sends 100bit to a at 1.5s
----
0s a is offered p1 to b
0s a sends p1 for 1s
1.5s b is offered p2 to a
1.5s b sends p2 for 0.1s
2s b loses p1: half-duplex
2.6s a hears p2            # from 2.5 s, when it has long ended to send
2.6s a gets p2 after 1.1s

who sends when a frame begins to arrive does not even begin to receive it
band 2kbps
nodes a=0m b=1500m
a sends 1000bit to b at 0s
b sends 100bit to a at 0.95s
----
0s a is offered p1 to b
0s a sends p1 for 1s
0.95s b is offered p2 to a
0.95s b sends p2 for 0.1s  # until 1.05 s
2s b misses p1: half-duplex
2.05s a hears p2
2.05s a gets p2 after 1.1s

with a transducer for each band nobody is deaf
band 2kbps
nodes a=0m b=1500m
with shared_transducer: false
a sends 1000bit to b at 0s
b sends 1000bit to a at 0s
a sends 1000bit to b at 1s
----
0s a is offered p1 to b
0s a sends p1 for 1s
0s b is offered p2 to a
0s b sends p2 for 1s
1s a is offered p3 to b
1s a sends p3 for 1s
2s b hears p1
2s b gets p1 after 2s
2s a hears p2              # while p3 was sent from here
2s a gets p2 after 2s
3s b hears p3
3s b gets p3 after 2s

the width of a band is its bit rate
# Shares of 2, 1 and 1 of 4000 bit/s: 2000, 1000 and 1000 bit/s.
band 4kbps
nodes a=0m b=1500m c=3000m
with shares: [2, 1, 1]
a sends 1000bit to b at 0s
c sends 1000bit to b at 0s
----
0s a is offered p1 to b
0s a sends p1 for 0.5s
0s c is offered p2 to b
0s c sends p2 for 1s
1.5s b hears p1
1.5s b gets p1 after 1.5s
2s b hears p2
2s b gets p2 after 2s
2.5s c hears p1
3s a hears p2

gaps take their part of the rate
# Two gaps of a tenth leave 0.8 of 3000 bit/s to three bands: 800 bit/s each.
band 3kbps
nodes a=0m b=1500m c=3000m
with guard: 0.1
c sends 1000bit to b at 0s
----
0s c is offered p1 to b
0s c sends p1 for 1.25s
2.25s b hears p1
2.25s b gets p1 after 2.25s
3.25s a hears p1

packets wait for their own band only
band 2kbps
nodes a=0m b=1500m
with queue: 1, shared_transducer: false
a sends 1000bit to b at 0s
a sends 1000bit to b at 0.25s
a sends 1000bit to b at 0.5s
b sends 500bit to a at 0.5s
----
0s a is offered p1 to b
0s a sends p1 for 1s
0.25s a is offered p2 to b # waits
0.5s a is offered p3 to b
0.5s a refuses p3: queue-full
0.5s b is offered p4 to a
0.5s b sends p4 for 0.5s   # whatever a does
1s a sends p2 for 1s
2s b hears p1
2s b gets p1 after 2s
2s a hears p4
2s a gets p4 after 1.5s
3s b hears p2
3s b gets p2 after 2.75s

vehicles that listen to the station hear nothing else
band 3kbps
nodes hub=0m a=1500m b=3000m
with listen: station, station: hub
a sends 1000bit to everybody at 0s
hub sends 1000bit to everybody at 4s
b sends 1000bit to a at 10s
----
0s a is offered p1 to everybody
0s a sends p1 for 1s
2s hub hears p1
2s hub gets p1 after 2s
2s b misses p1: asleep     # as far away as the station
4s hub is offered p2 to everybody
4s hub sends p2 for 1s
6s a hears p2
6s a gets p2 after 2s
7s b hears p2
7s b gets p2 after 3s
10s b is offered p3 to a
10s b sends p3 for 1s
12s a misses p3: asleep    # lost: a has no ear for it
13s hub hears p3
