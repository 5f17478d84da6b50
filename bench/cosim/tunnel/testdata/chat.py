# One side of a chat over UDP that knows nothing of any simulation. Arguments: port of its modem, seed, number of messages, seconds between two.
# It talks from the first line of its input on, and prints what it sent and what it got, until its input ends.
import random, socket, sys, threading, time
port, seed, number, pause = int(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4])
line = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
line.connect(("127.0.0.1", port))
line.send(b"")                                    # here is where to send what comes

def hear():
    while True:
        print("got", line.recv(65536).hex(), flush=True)

def talk():
    dice = random.Random(seed)
    for i in range(number):
        time.sleep(pause)
        said = bytes([seed, i]) + dice.randbytes(dice.randrange(62))
        line.send(said)
        print("sent", said.hex(), flush=True)

threading.Thread(target=hear, daemon=True).start()
sys.stdin.readline()
threading.Thread(target=talk, daemon=True).start()
sys.stdin.read()
