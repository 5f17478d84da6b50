"""Writes an S-57 chart of soundings z = 30 + 6 cos(i/7) sin(j/4) on a grid, by GDAL's driver."""
import math, sys
from osgeo import ogr
chart = ogr.GetDriverByName("S57").CreateDataSource(sys.argv[1])
nodes, features = chart.GetLayerByName("IsolatedNode"), chart.GetLayerByName("SOUNDG")
n = 0
for i in range(21):
    for j in range(21):
        n += 1
        at = ogr.Geometry(ogr.wkbPoint25D)
        at.AddPoint(3.9 + 0.0005 * i, 43.5 + 0.0005 * j, 30 + 6 * math.cos(i / 7) * math.sin(j / 4))
        node = ogr.Feature(nodes.GetLayerDefn())
        node.SetField("RCNM", 110); node.SetField("RCID", n); node.SetField("RVER", 1); node.SetField("RUIN", 1)
        node.SetGeometry(at)
        assert nodes.CreateFeature(node) == 0
        f = ogr.Feature(features.GetLayerDefn())
        f.SetField("RCID", n); f.SetField("PRIM", 1); f.SetField("GRUP", 2); f.SetField("OBJL", 129); f.SetField("RVER", 1); f.SetField("RUIN", 1)
        f.SetField("AGEN", 540); f.SetField("FIDN", n); f.SetField("FIDS", 1)
        for name, value in (("NAME_RCNM", 110), ("NAME_RCID", n), ("ORNT", 255), ("USAG", 255), ("MASK", 255)):
            if f.GetFieldIndex(name) >= 0:
                f.SetFieldIntegerList(f.GetFieldIndex(name), [value])
        assert features.CreateFeature(f) == 0
del chart
