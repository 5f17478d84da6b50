# Jobs are named task.number. Drift is in parts per billion.

a preemption
cpu policy=FP
task low period=20ms demand=5ms priority=2
task high offset=2ms period=20ms demand=1ms priority=1
run 19ms
----
0s low.0 released
0s low.0 started
2ms high.0 released
2ms low.0 preempted
2ms high.0 started
3ms high.0 finished
3ms low.0 resumed       # 2 ms done, 3 ms to go
6ms low.0 finished

deadline-monotonic with deadlines of their own
cpu policy=DM
task long period=10ms deadline=9ms demand=2ms
task short period=20ms deadline=4ms demand=3ms
run 9ms
----
0s long.0 released
0s short.0 released
0s short.0 started      # 4 ms before 9 ms, although its period is longer
3ms short.0 finished
3ms long.0 started
5ms long.0 finished

a miss and what is skipped after it
cpu policy=DM
task a period=4ms demand=3ms
task b period=6ms demand=2ms
run 12ms
----
0s a.0 released
0s b.0 released
0s a.0 started
3ms a.0 finished
3ms b.0 started
4ms a.1 released
4ms b.0 preempted
4ms a.1 started
6ms b.1 skipped         # b.0 lacks 1 ms
6ms b.0 missed
7ms a.1 finished
7ms b.0 resumed
8ms b.0 finished
8ms a.2 released
8ms a.2 started
11ms a.2 finished
12ms a.3 released
12ms b.2 released
12ms a.3 started

what waits keeps its deadline
cpu policy=FP
task a period=4ms deadline=3ms demand=5ms backlog=1
run 13ms
----
0s a.0 released
0s a.0 started
3ms a.0 missed
4ms a.1 queued
5ms a.0 finished
5ms a.1 started
7ms a.1 missed          # released at 4 ms
8ms a.2 queued
10ms a.1 finished
10ms a.2 started
11ms a.2 missed
12ms a.3 queued

a backlog of one is full
cpu policy=FP
task a period=2ms demand=5ms backlog=1
run 5ms
----
0s a.0 released
0s a.0 started
2ms a.1 queued
2ms a.0 missed
4ms a.2 skipped
4ms a.1 missed
5ms a.0 finished
5ms a.1 started

every release waits
cpu policy=FP
task a period=2ms deadline=100ms demand=5ms backlog=all
run 8ms
----
0s a.0 released
0s a.0 started
2ms a.1 queued
4ms a.2 queued
5ms a.0 finished
5ms a.1 started
6ms a.3 queued
8ms a.4 queued

a deadline that is just met
cpu policy=EDF
task a period=4ms demand=2ms
task b period=4ms demand=2ms
run 4ms
----
0s a.0 released
0s b.0 released
0s a.0 started          # same deadline, same release: the older task
2ms a.0 finished
2ms b.0 started
4ms b.0 finished
4ms a.1 released
4ms b.1 released
4ms a.1 started

earliest deadline first goes by the absolute deadline
cpu policy=EDF
task a period=10ms demand=4ms
task b offset=1ms period=5ms demand=2ms
run 10ms
----
0s a.0 released
0s a.0 started
1ms b.0 released        # due at 6 ms, a.0 at 10 ms
1ms a.0 preempted
1ms b.0 started
3ms b.0 finished
3ms a.0 resumed
6ms a.0 finished
6ms b.1 released
6ms b.1 started
8ms b.1 finished
10ms a.1 released
10ms a.1 started

a tie of deadlines goes to the earlier release
cpu policy=EDF
task b offset=2ms period=20ms deadline=8ms demand=1ms
task a period=20ms deadline=10ms demand=4ms
run 10ms
----
0s a.0 released
0s a.0 started
2ms b.0 released        # due at 10 ms as well
4ms a.0 finished
4ms b.0 started
5ms b.0 finished

equal priorities go by the deadline
cpu policy=FP
task a period=20ms demand=4ms
task b offset=1ms period=20ms deadline=5ms demand=1ms
run 10ms
----
0s a.0 released
0s a.0 started
1ms b.0 released
1ms a.0 preempted
1ms b.0 started
2ms b.0 finished
2ms a.0 resumed
5ms a.0 finished

a switch before every start and every resumption
cpu policy=FP switch=1ms
task low period=20ms demand=4ms priority=2 io=yes
task high offset=3ms period=20ms demand=1ms priority=1 io=yes
run 15ms
----
0s low.0 released
0s low.0 switching
1ms low.0 started
1ms low reads
3ms high.0 released
3ms low.0 preempted
3ms high.0 switching
4ms high.0 started
4ms high reads
5ms high writes
5ms high.0 finished
5ms low.0 switching
6ms low.0 resumed
8ms low writes          # 2 ms before, 2 ms after
8ms low.0 finished

a switch that comes to nothing
cpu policy=FP switch=2ms
task low period=20ms demand=1ms priority=2
task high offset=1ms period=20ms demand=1ms priority=1
run 15ms
----
0s low.0 released
0s low.0 switching
1ms high.0 released
1ms high.0 switching    # low.0 had not begun, so it is not preempted
3ms high.0 started
4ms high.0 finished
4ms low.0 switching     # again, in full
6ms low.0 started
7ms low.0 finished

a message releases a task
cpu policy=FP
task control period=10ms demand=4ms priority=2
task receive demand=1ms priority=1 io=yes
release receive comm 2.5ms
run 9ms
----
0s control.0 released
0s control.0 started
2.5ms receive.0 released
2.5ms control.0 preempted
2.5ms receive.0 started
2.5ms receive reads
3.5ms receive writes
3.5ms receive.0 finished
3.5ms control.0 resumed
5ms control.0 finished

two messages at once
cpu policy=FP
task receive demand=1ms backlog=1
release receive comm 2ms
release receive comm 2ms
release receive comm 2ms
run 9ms
----
2ms receive.0 released
2ms receive.1 queued
2ms receive.2 skipped
2ms receive.0 started
3ms receive.0 finished
3ms receive.1 started
4ms receive.1 finished

an event task with a deadline
cpu policy=EDF
task receive deadline=3ms demand=4ms
task none demand=1ms
release none comm 0s
release receive comm 0s
run 9ms
----
0s none.0 released
0s receive.0 released
0s receive.0 started    # who has no deadline comes last
3ms receive.0 missed
4ms receive.0 finished
4ms none.0 started
5ms none.0 finished

a message and a period at one instant
cpu policy=FP
task low period=10ms priority=2 io=yes
task high priority=1 io=yes
release high comm 10ms
run 10ms
count
----
0s low.0 released
0s low.0 started
0s low reads
0s low writes
0s low.0 finished
10ms high.0 released
10ms low.1 released
10ms high.0 started
10ms high reads
10ms high writes
10ms high.0 finished
10ms low.1 started
10ms low reads
10ms low writes
10ms low.1 finished
3 events                # the two releases of low, and the message

a task is released by another
cpu policy=FP
task filter period=10ms demand=2ms priority=2 wakes=guide
task guide demand=1ms priority=1
task rest period=10ms demand=1ms priority=3
run 9ms
----
0s filter.0 released
0s rest.0 released
0s filter.0 started
2ms guide.0 released
2ms filter.0 finished
2ms guide.0 started
3ms guide.0 finished
3ms rest.0 started
4ms rest.0 finished

an event task without a deadline under deadline-monotonic
cpu policy=DM
task none demand=1ms
task a period=9ms demand=2ms
release none comm 0s
run 8ms
----
0s none.0 released
0s a.0 released
0s a.0 started
2ms a.0 finished
2ms none.0 started
3ms none.0 finished

several segments
cpu policy=FP
task two period=20ms demand=2ms,1ms priority=2 io=yes
task high offset=2ms period=20ms demand=1ms priority=1
run 9ms
----
0s two.0 released
0s two.0 started
0s two reads
2ms two writes          # before anything else happens at 2 ms
2ms high.0 released
2ms two.0 preempted
2ms high.0 started
3ms high.0 finished
3ms two.0 resumed
3ms two reads
4ms two writes
4ms two.0 finished

time that costs nothing
cpu policy=FP
task b period=10ms priority=2 io=yes
task a period=5ms priority=1 io=yes
run 14ms
count
----
0s b.0 released
0s a.0 released
0s a.0 started          # by priority, not in the order of creation
0s a reads
0s a writes
0s a.0 finished
0s b.0 started
0s b reads
0s b writes
0s b.0 finished
5ms a.1 released
5ms a.1 started
5ms a reads
5ms a writes
5ms a.1 finished
10ms b.1 released
10ms a.2 released
10ms a.2 started
10ms a reads
10ms a writes
10ms a.2 finished
10ms b.1 started
10ms b reads
10ms b writes
10ms b.1 finished
3 events                # at 0, 5 and 10 ms

a slow clock
cpu policy=FP drift=-1000000
task a period=999ms deadline=333ms demand=666ms
run 2s
----
0s a.0 released
0s a.0 started
333.333334ms a.0 missed     # 333 ms at 0.999 of the speed are 333.333333... ms
666.666667ms a.0 finished
1s a.1 released
1s a.1 started
1.333333334s a.1 missed
1.666666667s a.1 finished
2s a.2 released
2s a.2 started

a fast clock
cpu policy=FP drift=1000000
task a period=1001ms demand=500.5ms
run 1s
----
0s a.0 released
0s a.0 started
500ms a.0 finished
1s a.1 released
1s a.1 started

a fast clock that leaves out a reading
cpu policy=FP drift=1000000
task low period=1s demand=1us priority=2
task high offset=1us period=1s demand=1us priority=1
run 999us
----
0s low.0 released
0s low.0 started
1µs low.0 finished      # the clock goes from 999 to 1001 ns here
1µs high.0 released
1µs high.0 started
2µs high.0 finished

a clock that is late
cpu policy=FP shows=-3ms
task a period=10ms
run 8ms
----
3ms a.0 released
3ms a.0 started
3ms a.0 finished

a clock that is early
cpu policy=FP shows=13ms
task a offset=1ms period=10ms
run 10ms
----
8ms a.2 released        # 1 ms and 11 ms were shown before the start, 21 ms is next
8ms a.2 started
8ms a.2 finished

without power
cpu policy=FP
task low period=10ms demand=5ms priority=2 backlog=1
task high period=10ms offset=2ms demand=1ms priority=1
task event priority=3
release event comm 13ms
release event comm 32ms
halt 2.5ms
resume 30ms
run 37ms
----
0s low.0 released
0s low.0 started
2ms high.0 released
2ms low.0 preempted
2ms high.0 started
2.5ms high.0 preempted  # with half of its time
2.5ms low.0 lost
2.5ms high.0 lost
30ms low.3 released     # the periods have gone on
30ms low.3 started
32ms event.0 released   # what was released at 13 ms was nothing
32ms high.3 released
32ms low.3 preempted
32ms high.3 started
33ms high.3 finished
33ms low.3 resumed
36ms low.3 finished
36ms event.0 started
36ms event.0 finished
