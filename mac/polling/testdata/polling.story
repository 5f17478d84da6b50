# Polling on a line in the water. Sound goes at 1500 m/s, a modem sends 1000 bit/s.
# A poll or an answer without a packet has 100 bit, 0.1 s, and everybody waits 0.1 s
# before he speaks. So a turn with a vehicle that is x away takes 0.4 s + 2x/1500 s
# if there are no packets: 0.6 s at 150 m and 0.8 s at 300 m.

one after the other is asked
nodes dock=0m a=150m b=300m
until 2.5s
----
0s dock asks a
0.3s a answers         # hears the end of the poll at 0.1 + 0.1 s
0.6s dock asks b       # hears the end of the answer at 0.4 + 0.1 s
1s b answers           # 0.7 + 0.2 + 0.1 s
1.4s dock asks a       # 1.1 + 0.2 + 0.1 s
1.7s a answers
2s dock asks b
2.4s b answers

packets ride with polls and answers
nodes dock=0m a=150m
a sends 500bit to dock at 0.05s
dock sends 300bit to a at 0.05s
until 1.75s
----
0s dock asks a
0.3s a answers dock: p1
1s dock gets p1 after 0.95s    # 0.3 + 0.6 + 0.1 s
1.1s dock asks a: p2           # came too late for the first poll
1.6s a gets p2 after 1.55s     # 1.1 + 0.4 + 0.1 s
1.7s a answers

a vehicle's packet for another one is heard by that one
nodes dock=0m a=150m b=300m
a sends 200bit to b at 0.05s
until 0.85s
----
0s dock asks a
0.3s a answers b: p1
0.7s b gets p1 after 0.65s     # 150 m from a: 0.3 + 0.3 + 0.1 s
0.8s dock asks b               # has heard it at 0.7 s as well

a vehicle's packet for everybody reaches everybody
nodes dock=0m a=150m b=450m
a sends 200bit to everybody at 0.05s
until 0.85s
----
0s dock asks a
0.3s a answers everybody: p1
0.7s dock gets p1 after 0.65s
0.8s b gets p1 after 0.75s     # 300 m from a; what ends does so before what begins
0.8s dock asks b

what the station has for everybody begins a cycle
nodes dock=0m a=150m b=300m
dock sends 200bit to everybody at 0.05s
dock sends 200bit to everybody at 0.05s
until 4s
----
0s dock asks a
0.3s a answers
0.6s dock asks b
1s b answers
1.4s dock tells everybody: p1
1.8s a gets p1 after 1.75s     # 1.4 + 0.3 + 0.1 s
1.8s dock asks a               # 1.7 s and the turnaround
1.9s b gets p1 after 1.85s
2.1s a answers
2.4s dock asks b
2.8s b answers
3.2s dock tells everybody: p2  # one in a cycle
3.6s a gets p2 after 3.55s
3.6s dock asks a
3.7s b gets p2 after 3.65s
3.9s a answers

a station alone has nobody to ask
nodes dock=0m
dock sends 200bit to everybody at 1s
dock sends 200bit to everybody at 1s
until 9s
----
1s dock tells everybody: p1
1.4s dock tells everybody: p2

a silent vehicle is asked again after 1, 2, 4 and at most 4 cycles
# The time-out is the turnaround, twice 0.2 s, and the margin of 0.2 s: 0.7 s. So a
# turn in vain takes 0.1 + 0.7 + 0.1 s = 0.9 s. A packet for b waits until b has answered.
nodes dock=0m a=150m b=300m
b sleeps 0s 9s
dock sends 100bit to b at 1s
until 12.6s
----
0s dock asks a                 # cycle 1
0.3s a answers
0.6s dock asks b
1.5s dock asks a               # cycle 2: 1 later
1.8s a answers
2.1s dock asks b
3s dock asks a                 # cycle 3
3.3s a answers
3.6s dock asks a               # cycle 4: 2 later
3.9s a answers
4.2s dock asks b
5.1s dock asks a               # cycle 5
5.4s a answers
5.7s dock asks a               # cycle 6
6s a answers
6.3s dock asks a               # cycle 7
6.6s a answers
6.9s dock asks a               # cycle 8: 4 later
7.2s a answers
7.5s dock asks b
8.4s dock asks a               # cycle 9
8.7s a answers
9s dock asks a                 # cycle 10
9.3s a answers
9.6s dock asks a               # cycle 11
9.9s a answers
10.2s dock asks a              # cycle 12: 4 later, not 8
10.5s a answers
10.8s dock asks b
11.2s b answers
11.6s dock asks a              # cycle 13
11.9s a answers
12.2s dock asks b: p1
12.6s b gets p1 after 11.6s    # 12.2 + 0.2 + 0.2 s

cycles in which nobody is to be asked take no time
nodes dock=0m a=150m
a sleeps 0s 9s
until 2.9s
----
0s dock asks a                 # 0.1 + 0.1 + 0.2 + 0.2 + 0.1 s
0.7s dock asks a
1.4s dock asks a
2.1s dock asks a
2.8s dock asks a

one lost answer costs nothing but time
nodes dock=0m a=150m b=300m
a sleeps 0s 0.15s
until 2.6s
----
0s dock asks a
0.9s dock asks b               # 0.1 + 0.7 + 0.1 s
1.3s b answers
1.7s dock asks a
2s a answers
2.3s dock asks b

the time-out is for the beginning of the answer
nodes dock=0m a=150m
a sends 5000bit to dock at 0.05s
until 5.8s
----
0s dock asks a
0.3s a answers dock: p1
5.5s dock gets p1 after 5.45s  # the time-out, at 0.6 s, has heard its beginning
5.6s dock asks a

an answer that begins just within the time-out
# The first bit is there 0.1 + 0.1 + 0.1 s after the end of the poll.
nodes dock=0m a=150m
timeout 0.300000001s
until 0.7s
----
0s dock asks a
0.3s a answers
0.6s dock asks a

an answer that begins just after the time-out
nodes dock=0m a=150m
a sends 50bit to dock at 0.05s
timeout 0.299999999s
until 0.7s
----
0s dock asks a
0.3s a answers dock: p1
0.499999999s dock asks a       # spoils the answer, which is there from 0.4 to 0.55 s
0.55s dock loses p1: half-duplex

what is heard instead of an answer is heard out
# b's answer would begin at the dock 0.3 + 0.1 + 0.3 s after the end of the poll, which is
# too late. It is at the dock from 0.8 s to 1.9 s, and at a, 300 m from b, from 0.7 s to
# 1.8 s. The poll for a is there from 0.75 s to 0.85 s: neither is received. The dock's
# time-out for a is over at 0.75 + 0.45 s, but it hears something.
nodes dock=0m b=450m a=150m
b sends 1000bit to dock at 0.05s
timeout 0.45s
until 2.1s
----
0s dock asks b
0.5s b answers dock: p1
0.65s dock asks a              # 0.1 + 0.45 + 0.1 s
1.8s a loses p1: collision
1.9s dock gets p1 after 1.85s  # late, but not useless
2s dock asks b

a vehicle waits by its own clock
# a's clock gains 1 ms in a second: its 0.1 s are 0.1 s/1.001 = 0.0999001 s.
nodes dock=0m a=150m
a gains 1000ppm
until 0.5s
----
0s dock asks a
0.2999001s a answers

a late answer to an earlier poll does not count
# a is 0.3 s away: its answers begin at the dock 0.7 s after the end of the poll. The one to
# the first poll is there from 0.8 s to 0.9 s, just when the dock awaits one to the third.
nodes dock=0m a=450m
timeout 0.15s
until 1.1s
----
0s dock asks a
0.35s dock asks a              # 0.1 + 0.15 + 0.1 s
0.5s a answers
0.7s dock asks a
0.85s a answers                # 0.45 + 0.3 + 0.1 s
1.05s dock asks a              # not 1 s

a vehicle that is asked while it still answers does not answer twice
# Radios that hear while they send, and a time-out that is too short.
nodes dock=0m a=150m
full-duplex
timeout 0.15s
a sends 5000bit to dock at 0.05s
until 5.55s
----
0s dock asks a
0.3s a answers dock: p1
0.35s dock asks a              # heard at 0.55 s; the time-out at 0.6 s hears the answer to the first
5.5s dock gets p1 after 5.45s
