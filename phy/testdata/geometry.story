# Who overlaps whom follows from the geometry of space and time. A frame sent at
# s over d metres is heard in [s + d/1500, s + d/1500 + bits/1000), in seconds.
# All are heard equally well, 100 times the noise; two at once give a ratio of
# 100 to 1 + 100, which is below the 4 that a frame needs.

one frame
radios a=0 b=1500
watch carrier
a sends 1000 at 0s
----
0s a sends 1s
0s a busy
1s a idle
1s a done
1s b busy               # 1500/1500 = 1 on the way
2s b receives a         # and 1 on the air
2s b idle

everybody hears a broadcast, each in its time
radios a=0 b=750 c=-1500 d=0,2250
a sends 500 at 1s
----
1s a sends 0.5s
2s b receives a         # 1 + 0.5 + 0.5
2.5s c receives a       # 1 + 1 + 0.5
3s d receives a         # 1 + 1.5 + 0.5

the preamble is on the air before the bits
modem preamble=0.25
radios a=0 b=1500
a sends 1000 at 0s
----
0s a sends 1.25s
2.25s b receives a

two who send at once are heard one after the other
radios a=0 r=1500 b=4500
a sends 1000 at 0s
b sends 1000 at 0s
----
0s a sends 1s
0s b sends 1s
2s r receives a         # [1, 2)
3s r receives b         # 3000 m: [2, 3) begins as the other ends
4s a receives b         # 4500 m: [3, 4)
4s b receives a

two who send one after the other collide
radios a=0 r=1500 b=4500
b sends 1000 at 0s
a sends 1000 at 1.5s
----
0s b sends 1s
1.5s a sends 1s
3s r loses b: collision     # [2, 3)
3.5s r misses a: collision  # [2.5, 3.5)
4s a receives b             # [3, 4), after a's own [1.5, 2.5)
5.5s b receives a           # [4.5, 5.5)

a collision at one receiver and none at another
radios a=0 b=3000 c=750 d=1350
a sends 1000 at 0s
b sends 1000 at 0s
----
0s a sends 1s
0s b sends 1s
1.5s c receives a           # 750 m: [0.5, 1.5)
1.9s d loses a: collision   # 1350 m: [0.9, 1.9)
2.1s d misses b: collision  # 1650 m: [1.1, 2.1)
2.5s c receives b           # 2250 m: [1.5, 2.5)
3s a receives b
3s b receives a

a frame begins exactly when another ends
radios a=0 r=1500 b=3000
a sends 1000 at 0s
b sends 1000 at 1s
only r
----
2s r receives a             # [1, 2)
3s r receives b             # [2, 3)

a frame begins a nanosecond before another ends
radios a=0 r=1500 b=3000
a sends 1000 at 0s
b sends 1000 at 0.999999999s
only r
----
2s r loses a: collision             # [1, 2)
2.999999999s r misses b: collision  # [1.999999999, 2.999999999)

one sends again and again
radios a=0 b=1500
a sends 1000 at 0s
a sends 500 at 1s
a sends 100 at 1.4s                 # while it is sending
a sends 250 at 1.5s
----
0s a sends 1s
1s a sends 0.5s
1.4s a is refused
1.5s a sends 0.25s
2s b receives a                     # [1, 2)
2.5s b receives a                   # [2, 2.5)
2.75s b receives a                  # [2.5, 2.75)

several waves of one sender are on their way
radios a=0 b=15000
a sends 100 at 0s
a sends 100 at 2s
a sends 100 at 4s
b sends 100 at 11s
----
0s a sends 0.1s
2s a sends 0.1s
4s a sends 0.1s
10.1s b receives a                  # 15000 m are 10 s
11s b sends 0.1s
12.1s b receives a
14.1s b receives a
21.1s a receives b

the carrier is sensed one delay late
radios a=0 b=1500
watch carrier
a sends 1000 at 0s
b sends 200 at 0.9s                 # does not hear a yet
----
0s a sends 1s
0s a busy
0.9s b sends 0.2s
0.9s b busy
1s a idle
1s a done
# b's own frame is over, but a's is there since 1
1.1s b done
1.9s a busy                         # 0.9 + 1
2s b misses a: half-duplex
2s b idle
2.1s a receives b
2.1s a idle

an own transmission loses the frame that is being received
radios a=0 b=1500
a sends 1000 at 0s
b sends 100 at 1.5s
----
0s a sends 1s
1.5s b sends 0.1s
2s b loses a: half-duplex           # [1, 2) contains 1.5
2.6s a receives b                   # [2.5, 2.6)

an own transmission misses the frame that arrives
radios a=0 b=1500
a sends 1000 at 0s
b sends 100 at 0.95s
----
0s a sends 1s
0.95s b sends 0.1s
2s b misses a: half-duplex          # 1 lies in [0.95, 1.05)
2.05s a receives b                  # [1.95, 2.05)

a radio sends the instant a frame has ended
radios a=0 b=1500
a sends 1000 at 0s
b sends 100 at 2s
----
0s a sends 1s
2s b receives a
2s b sends 0.1s
3.1s a receives b

a radio sends a nanosecond before a frame has ended
radios a=0 b=1500
a sends 1000 at 0s
b sends 100 at 1.999999999s
----
0s a sends 1s
1.999999999s b sends 0.1s
2s b loses a: half-duplex
3.099999999s a receives b

a frame arrives the instant the own one has ended
radios a=0 b=1500
a sends 1000 at 0s
b sends 500 at 0.5s
----
0s a sends 1s
0.5s b sends 0.5s
2s a receives b                     # [1.5, 2)
2s b receives a                     # [1, 2), after b's own [0.5, 1)

a frame arrives a nanosecond before the own one has ended
radios a=0 b=1500
a sends 1000 at 0s
b sends 500 at 0.500000001s
----
0s a sends 1s
0.500000001s b sends 0.5s
2s b misses a: half-duplex          # 1 lies in [0.500000001, 1.000000001)
2.000000001s a receives b

a wire has no delay
water 0
radios a=0 b=10 c=20
a sends 1000 at 0s
b sends 500 at 1s
c sends 1000 at 2s
----
0s a sends 1s
1s b receives a
1s b sends 0.5s                     # begins as a's ends
1s c receives a
1.5s a receives b
1.5s c receives b
2s c sends 1s
3s a receives c
3s b receives c

a collision on a wire
water 0
radios a=0 b=10 c=20
a sends 1000 at 0s
b sends 1000 at 0.5s
----
0s a sends 1s
0.5s b sends 1s
1s b loses a: half-duplex           # [0, 1), b's own [0.5, 1.5)
1s c loses a: collision
1.5s a misses b: half-duplex
1.5s c misses b: collision

two who send at the same instant on a wire
water 0
radios a=0 b=10 c=20
a sends 1000 at 0s
b sends 1000 at 0s
----
0s a sends 1s
0s b sends 1s
1s a misses b: half-duplex
1s b misses a: half-duplex
# Frames that begin at one instant are judged together: neither stands out, and one had begun.
1s c loses a: collision            # whose wave is the first in the order of sending
1s c misses b: collision
