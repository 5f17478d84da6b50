# A waiting room on a line in the water. Sound goes at 1500 m/s, a modem sends 1000
# bit/s, everybody waits 0.1 s before he speaks, and the longest way is reckoned at 0.2 s.
#
# A beacon takes 0.1 s and 0.05 s for each vehicle that it names. A registration, or a
# report without a packet, takes 0.1 s; the longest packet 0.5 s with its header. So with
# 0.1 s of guard
#
#	the door is open for 0.1 + 2 (0.2 + 0.1) + 0.1 = 0.8 s after the beacon,
#	a slot lasts 2 * 0.5 + 2 (0.2 + 0.1) + 0.1 = 1.7 s,
#	its report is sent 0.5 + 0.1 = 0.6 s after its beginning,
#
# and a vehicle registers 0.1 s, and reports 1.4 s, 3.1 s ... after the end of the
# beacon as it hears it. The station's next beacon follows 0.8 s, 2.5 s, 4.2 s ... after
# the end of the last one.

an arrival is admitted, and packets go both ways
nodes dock=0m a=150m
dock sends 300bit to a at 1.5s
a sends 200bit to dock at 2s
dock sends 100bit to a at 3s
until 5s
----
0s dock announces
0.3s a registers               # 0.1 + 0.1 + 0.1 s
0.9s dock announces a          # 0.1 + 0.8 s
1.85s dock updates a: p1       # 0.9 + 0.15 + 0.8 s
2.35s a gets p1 after 0.85s    # 1.85 + 0.4 + 0.1 s
2.55s a reports dock: p2       # 0.9 + 0.15 + 0.1 + 1.4 s
2.95s dock gets p2 after 0.95s # 2.55 + 0.3 + 0.1 s
3.55s dock announces a         # 1.05 + 2.5 s
4.5s dock updates a: p3        # 3.7 + 0.8 s: waits for the slot
4.8s a gets p3 after 1.8s      # 4.5 + 0.2 + 0.1 s

two who do not meet at the door come in together
# At the dock a's registration is from 0.4 s to 0.5 s, b's from 0.6 s to 0.7 s.
nodes dock=0m a=150m b=300m
a sends 100bit to b at 1s
b sends 100bit to everybody at 1s
until 5.4s
----
0s dock announces
0.3s a registers
0.4s b registers
0.9s dock announces a b
2.6s a reports b: p1           # 1.1 + 0.1 + 1.4 s
2.9s b gets p1 after 1.9s      # 150 m from a, and in no slot of its own
4.4s b reports everybody: p2   # 1.1 + 0.2 + 3.1 s
4.7s a gets p2 after 3.7s
4.8s dock gets p2 after 3.8s
5.3s dock announces a b        # 1.1 + 4.2 s

two who meet at the door are admitted later
# They are as far from the dock, on either side. With this seed a draws a wait of 0
# frames out of 0 and 1, and b of 1.
nodes dock=0m a=150m b=-150m
seed 9
until 4.5s
----
0s dock announces
0.3s a registers
0.3s b registers
0.5s dock does not hear a: collision
0.5s dock does not hear b: collision
0.9s dock announces
1.2s a registers               # 1.0 + 0.1 + 0.1 s
1.8s dock announces a
2.15s b registers              # 1.95 + 0.1 + 0.1 s
3.45s a reports                # 1.95 + 0.1 + 1.4 s
4.45s dock announces a b

the room is full: one waits, and is admitted when another one leaves
# One place. Vehicles knock when they have a packet, and leave when they have none. Who
# waits has a slot in every third frame.
nodes dock=0m a=150m b=300m
room 1
every 3
leave 1
a sends 200bit to dock at 0.05s
b sends 200bit to dock at 0.05s
until 10.7s
----
0s dock announces
0.3s a registers
0.4s b registers
0.9s dock announces a (b waits)
2.6s a reports dock: p1        # 1.1 + 0.1 + 1.4 s
3s dock gets p1 after 2.95s
3.6s dock announces a b        # the third frame; 1.1 + 2.5 s
5.3s a leaves                  # 3.8 + 0.1 + 1.4 s
7.1s b reports dock: p2        # 3.8 + 0.2 + 3.1 s
7.6s dock gets p2 after 7.55s
8s dock announces b            # has the place; 3.8 + 4.2 s
9.75s b leaves                 # 8.15 + 0.2 + 1.4 s
10.65s dock announces

a packet for a vehicle makes it stay
nodes dock=0m a=150m
leave 1
a sends 200bit to dock at 0.05s
dock sends 300bit to a at 4s
until 8.9s
----
0s dock announces
0.3s a registers
0.9s dock announces a
2.55s a reports dock: p1
2.95s dock gets p1 after 2.9s
3.55s dock announces a         # 1.05 + 2.5 s
4.5s dock updates a: p2        # 3.7 + 0.8 s
5s a gets p2 after 1s
5.2s a reports                 # 3.7 + 0.1 + 1.4 s
6.2s dock announces a          # 3.7 + 2.5 s
7.85s a leaves                 # 6.35 + 0.1 + 1.4 s
8.85s dock announces

a silent vehicle loses its place
nodes dock=0m a=150m b=300m
room 1
every 100
patience 2
a sleeps 2.7s 11s
until 14.35s
----
0s dock announces
0.3s a registers
0.4s b registers
0.9s dock announces a (b waits)
2.6s a reports                     # 1.1 + 0.1 + 1.4 s
3.6s dock announces a (b waits)    # 1.1 + 2.5 s
6.3s dock announces a (b waits)    # 3.8 + 2.5 s
9s dock announces b                # silent in two slots; 6.5 + 2.5 s
10.75s b reports                   # 9.15 + 0.2 + 1.4 s
11.65s dock announces b            # 9.15 + 2.5 s
12s a registers                    # knocks again when it hears a beacon: 11.8 + 0.1 + 0.1 s
13.4s b reports                    # 11.8 + 0.2 + 1.4 s
14.3s dock announces b (a waits)

who is silent while he waits is forgotten
# One place, and a slot for the waiting in every frame.
nodes dock=0m a=75m b=300m
room 1
patience 2
b sleeps 2s 16.8s
until 19.5s
----
0s dock announces
0.25s a registers
0.4s b registers
0.9s dock announces a b            # b waits
2.55s a reports                    # 1.1 + 0.05 + 1.4 s
4.4s b reports                     # 1.1 + 0.2 + 3.1 s
5.3s dock announces a b            # 1.1 + 4.2 s
6.95s a reports
9.7s dock announces a b            # 5.5 + 4.2 s
11.35s a reports
14.1s dock announces a             # b was silent in two slots; 9.9 + 4.2 s
15.7s a reports                    # 14.25 + 0.05 + 1.4 s
16.75s dock announces a            # 14.25 + 2.5 s
17.2s b registers                  # knocks again: 16.9 + 0.2 + 0.1 s
18.35s a reports                   # 16.9 + 0.05 + 1.4 s
19.4s dock announces a b           # 16.9 + 2.5 s

the nearer one gets the place
# The first one sleeps before its second report. far was there before near.
nodes dock=0m first=75m far=300m near=150m
room 1
every 100
patience 1
priority distance
near sleeps 0s 0.5s
first sleeps 3s 100s
until 8.2s
----
0s dock announces
0.25s first registers
0.4s far registers
0.9s dock announces first (far waits)
1.3s near registers                # 1.1 + 0.1 + 0.1 s
2.55s first reports                # 1.1 + 0.05 + 1.4 s
3.6s dock announces first (far waits) (near waits)
6.35s dock announces near (far waits)     # 3.85 + 2.5 s
8.05s near reports                 # 6.55 + 0.1 + 1.4 s

the older one gets the place
nodes dock=0m first=75m far=300m near=150m
room 1
every 100
patience 1
priority age
near sleeps 0s 0.5s
first sleeps 3s 100s
until 8.2s
----
0s dock announces
0.25s first registers
0.4s far registers
0.9s dock announces first (far waits)
1.3s near registers
2.55s first reports
3.6s dock announces first (far waits) (near waits)
6.35s dock announces far (near waits)
8.15s far reports                  # 6.55 + 0.2 + 1.4 s

who waits takes turns
# One place, and a slot for the waiting in every second frame.
nodes dock=0m first=75m far=300m near=150m
room 1
every 2
near sleeps 0s 0.5s
until 18.75s
----
0s dock announces
0.25s first registers
0.4s far registers
0.9s dock announces first far      # the second frame
1.3s near registers
2.55s first reports
4.4s far reports                   # 1.1 + 0.2 + 3.1 s
5.3s dock announces first (far waits) (near waits)
7s first reports                   # 5.55 + 0.05 + 1.4 s
8.05s dock announces first far (near waits)
9.75s first reports                # 8.3 + 0.05 + 1.4 s
11.6s far reports
12.5s dock announces first (far waits) (near waits)
14.2s first reports
15.25s dock announces first near (far waits)
16.95s first reports
18.7s near reports                 # 15.5 + 0.1 + 3.1 s

who loses a beacon stays silent for a frame
nodes dock=0m a=150m b=300m
a sleeps 5.35s 5.7s
until 13.3s
----
0s dock announces
0.3s a registers
0.4s b registers
0.9s dock announces a b
2.6s a reports
4.4s b reports
5.3s dock announces a b            # at a from 5.4 s to 5.6 s
8.8s b reports                     # 5.5 + 0.2 + 3.1 s
9.7s dock announces a b
11.4s a reports                    # 9.9 + 0.1 + 1.4 s
13.2s b reports

what is for everybody, or for one who is outside, goes with the beacon
nodes dock=0m a=150m
leave 1
dock sends 100bit to a at 0.5s
dock sends 200bit to everybody at 0.5s
until 3.1s
----
0s dock announces
0.9s dock announces: p2            # for everybody first
1.3s a gets p2 after 0.8s          # 0.9 + 0.3 + 0.1 s
2s dock announces: p1              # 1.2 + 0.8 s
2.3s a gets p1 after 1.8s
3s dock announces                  # 2.2 + 0.8 s

a packet that fits into no slot is refused
nodes dock=0m a=150m
leave 1
a sends 401bit to dock at 0.05s
dock sends 401bit to everybody at 0.06s
dock sends 401bit to a at 0.07s
a sends 400bit to dock at 0.1s
until 3s
----
0s dock announces
0.05s a gives up p1: too-long
0.06s dock gives up p2: too-long
0.07s dock gives up p3: too-long
0.3s a registers
0.9s dock announces a
2.55s a reports dock: p4           # 0.5 s with its header

a vehicle counts by its own clock
# a's clock gains 1 ms in a second: its 0.1 s are 0.1 s/1.001 = 0.0999001 s, its 1.4 s
# are 1.398601398 6 s; both are rounded up to a nanosecond of true time.
nodes dock=0m a=150m
a gains 1000ppm
until 3s
----
0s dock announces
0.2999001s a registers
0.9s dock announces a
2.548601399s a reports             # 1.15 s and 1.398601399 s

a radio that does not take the beacon puts off the frame
# A station does not count as absent in a slot that it did not have.
nodes dock=0m a=150m
patience 1
dock sends 100bit to everybody at 3s
dock cannot-send 3.5s 3.7s
until 6s
----
0s dock announces
0.3s a registers
0.9s dock announces a
2.55s a reports
3.55s dock cannot send
3.65s dock cannot send             # after the guard
3.75s dock announces a: p1
4.1s a gets p1 after 1.1s          # 3.75 + 0.25 + 0.1 s
5.5s a reports                     # 4.1 + 1.4 s

a radio that does not take a report keeps its packet
nodes dock=0m a=150m
patience 2
a sends 100bit to dock at 1s
dock sends 100bit to a at 1s
dock cannot-send 1.5s 2s
a cannot-send 2.5s 2.6s
until 5.5s
----
0s dock announces
0.3s a registers
0.9s dock announces a
1.85s dock cannot send
2.55s a cannot send
3.55s dock announces a
4.5s dock updates a: p2            # 3.7 + 0.8 s
4.8s a gets p2 after 3.8s
5.2s a reports dock: p1            # 3.7 + 0.1 + 1.4 s
5.5s dock gets p1 after 4.5s

who is too far away is not let in
# a is 0.6 s away, and only 0.2 s are reckoned with: its registration is at the dock from
# 1.4 s to 1.5 s, in the second frame. With this seed it waits for 1 frame.
nodes dock=0m a=900m
seed 1
until 1.9s
----
0s dock announces
0.8s a registers
0.9s dock announces
1.8s dock announces
