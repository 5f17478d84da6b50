# ALOHA-AN. Sound goes at 1500 m/s, a modem sends 1000 bit/s. A notification of 100 bit takes 0.1 s, a packet of 1000 bit 1 s. What is
# put off waits for one packet time.

the notification, the lag, the packet
nodes a=0m b=600m
mac control=100bit header=0bit lag=1s
a sends 1000bit to b at 0.3s
a sends 1000bit to b at 0.3s
----
0.3s a is offered p1 to b
0.3s a is offered p2 to b
0.3s a sends a control frame to b for 0.1s
0.8s b hears a control frame of a
1.3s a sends p1 for 1s
2.3s a sends a control frame to b for 0.1s
2.7s b hears p1
2.7s b gets p1 after 2.4s
2.8s b hears a control frame of a
3.3s a sends p2 for 1s
4.7s b hears p2
4.7s b gets p2 after 4.4s

who has heard of a packet waits where its own would meet it
# b hears that a packet for it comes at 1.7 s, and would send its own then.
nodes a=0m b=600m c=1200m
mac control=100bit header=0bit lag=1s backoff.from=1 backoff.to=1
a sends 1000bit to b at 0.3s
b sends 1000bit to a at 0.85s
----
0.3s a is offered p1 to b
0.3s a sends a control frame to b for 0.1s
0.8s b hears a control frame of a
0.85s b is offered p2 to a
1.2s c hears a control frame of a
1.3s a sends p1 for 1s
2.7s b hears p1
2.7s b gets p1 after 2.4s
2.85s b sends a control frame to a for 0.1s
3.1s c hears p1
3.35s a hears a control frame of b
3.35s c hears a control frame of b
3.85s b sends p2 for 1s
5.25s a hears p2
5.25s a gets p2 after 4.4s
5.25s c hears p2

who notifies first sends, and the other waits
# c hears after its own notification that the packet of a would meet its own at b.
nodes a=0m b=600m c=1200m
mac control=100bit header=0bit lag=1s backoff.from=1 backoff.to=1
a sends 1000bit to b at 0.3s
c sends 1000bit to b at 0.45s
----
0.3s a is offered p1 to b
0.3s a sends a control frame to b for 0.1s
0.45s c is offered p2 to b
0.45s c sends a control frame to b for 0.1s
0.8s b hears a control frame of a
0.95s b hears a control frame of c
1.2s c hears a control frame of a
1.3s a sends p1 for 1s
1.35s a loses a control frame of c: half-duplex
2.7s b hears p1
2.7s b gets p1 after 2.4s
3.1s c hears p1
3.2s c sends a control frame to b for 0.1s
3.7s b hears a control frame of c
4.1s a hears a control frame of c
4.2s c sends p2 for 1s
5.6s b hears p2
5.6s b gets p2 after 5.15s
6s a hears p2

a notification passes a packet
# b may notify when the packet of a is in the water: its notification is at a when a has sent, and its own packet goes when it has heard.
nodes a=0m b=3000m
mac control=100bit header=0bit lag=2.1s
a sends 1000bit to b at 0.3s
b sends 1000bit to a at 3.35s
----
0.3s a is offered p1 to b
0.3s a sends a control frame to b for 0.1s
2.4s b hears a control frame of a
2.4s a sends p1 for 1s
3.35s b is offered p2 to a
3.35s b sends a control frame to a for 0.1s
5.4s b hears p1
5.4s b gets p1 after 5.1s
5.45s a hears a control frame of b
5.45s b sends p2 for 1s
8.45s a hears p2
8.45s a gets p2 after 5.1s

a packet that is put off too often is dropped
nodes a=0m b=600m
mac control=100bit header=0bit lag=1s deferrals=0
a sends 1000bit to b at 0.3s
b sends 1000bit to a at 0.85s
----
0.3s a is offered p1 to b
0.3s a sends a control frame to b for 0.1s
0.8s b hears a control frame of a
0.85s b is offered p2 to a
0.85s b drops p2: channel-busy
1.3s a sends p1 for 1s
2.7s b hears p1
2.7s b gets p1 after 2.4s

a clock that is hours ahead is no matter
nodes a=0m b=600m c=1200m
clocks b=5h
mac control=100bit header=0bit lag=1s deferrals=0
a sends 1000bit to b at 0.3s
b sends 1000bit to a at 0.85s
----
0.3s a is offered p1 to b
0.3s a sends a control frame to b for 0.1s
0.8s b hears a control frame of a
0.85s b is offered p2 to a
0.85s b drops p2: channel-busy
1.2s c hears a control frame of a
1.3s a sends p1 for 1s
2.7s b hears p1
2.7s b gets p1 after 2.4s
3.1s c hears p1
