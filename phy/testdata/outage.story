# A radio without power.

it loses what it was receiving, and misses what arrives
radios a=0 r=1500
a sends 1000 at 0s          # [1, 2)
a sends 1000 at 1s          # [2, 3)
a sends 1000 at 3s          # [4, 5)
r fails at 1.5s
r recovers at 3s
only r
----
2s r loses a: outage
3s r misses a: outage
5s r receives a

it has received what is over, and misses what begins
radios a=0 r=1500
a sends 1000 at 0s          # [1, 2)
a sends 1000 at 1s          # [2, 3)
r fails at 2s
only r
----
2s r receives a
3s r misses a: outage

what it was sending ends
radios r=0 a=1500
r sends 1000 at 0s
r fails at 0.25s
----
0s r sends 1s
0.25s r aborts after 0.25s
1.25s a loses r: outage

what it should send is not sent, and done after its time
watch carrier
radios r=0 a=1500
r fails at 0s
r sends 1000 at 1s
r sends 500 on done         # at 2 s
r sends 250 at 1.5s         # it sends already, as far as it knows
r recovers at 2.1s
r sends 1000 at 3s
----
1s r does not send: outage
1s r busy
1.5s r is refused
2s r idle
2s r done
2s r does not send: outage
2s r busy
2.1s r idle
2.1s r done
3s r sends 1s
3s r busy
4s a busy
4s r idle
4s r done
5s a receives r
5s a idle

it hears no carrier
watch carrier
radios a=0 r=1500
a sends 1000 at 0s          # [1, 2)
r fails at 1.25s
r recovers at 1.75s
only r
----
1s r busy
1.25s r idle
1.75s r busy
2s r loses a: outage
2s r idle
