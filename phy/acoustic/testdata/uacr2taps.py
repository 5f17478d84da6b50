"""Turns a channel of the library UACR (uwa-channels.github.io) into taps for the channel replay:

    python3 uacr2taps.py blue_1.mat 0 > taps.csv

The number is that of the receiver. It needs h5py and numpy, for files are MATLAB's version 7.3, which is HDF5.

By its file specification a file has h_hat by delay, receiver and time, which HDF5 shows in the other order: complex
baseband at params/fs_delay and params/fs_time, around params/fc, in any unit. theta_hat, by receiver and time at the
rate fs_delay, is the phase of the motion that h_hat does not have: the frequency is higher by its rate over 2 pi.

The library once turned its delay axis round. A channel rises fast and falls slowly, so that most energy comes after the
strongest tap: a file in which most of it comes before is turned back. Look at the taps where the script says so.

Files of Watermark have other names and another order. Those of a version before 7.3 are read by scipy.io.loadmat. What
follows is the same.
"""
import sys

import h5py
import numpy as np

FAINT = 1e-3  # energy over that of the strongest tap of all below which a tap is left out: -30 dB

name, receiver = sys.argv[1], int(sys.argv[2])
with h5py.File(name, "r") as f:
    fs_delay, fs_time, fc = (float(np.squeeze(f["params"][key])) for key in ("fs_delay", "fs_time", "fc"))
    h = f["h_hat"][:, receiver, :]  # time, delay
    theta = f["theta_hat"][:, receiver] if "theta_hat" in f else np.zeros(2)
h = h["real"] + 1j * h["imag"] if h.dtype.names else h

energy = np.mean(np.abs(h) ** 2, axis=0)
peak = int(np.argmax(energy))
if energy[:peak].sum() > energy[peak + 1:].sum():
    print(f"{name}: most energy comes before the strongest tap; the delay axis is turned round", file=sys.stderr)
    h = h[:, ::-1]

shift = np.gradient(theta) * fs_delay / (2 * np.pi * fc)  # of frequency, relative
first = np.flatnonzero((np.abs(h) ** 2).max(axis=0) >= FAINT * (np.abs(h) ** 2).max())[0]
print("time,delay,re,im,doppler")
for i, taps in enumerate(h):
    doppler = shift[min(int(i * fs_delay / fs_time), len(shift) - 1)]
    kept = np.flatnonzero(np.abs(taps) ** 2 >= FAINT * (np.abs(h) ** 2).max())
    for k in kept if len(kept) else [first]:
        print(f"{i / fs_time:.6f},{max(k - first, 0) / fs_delay:.9f},{taps[k].real:.6g},{taps[k].imag:.6g},{doppler:.6g}")
