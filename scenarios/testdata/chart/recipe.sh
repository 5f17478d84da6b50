#!/bin/sh
# From a chart of S-57 to a grid for water.seabed.file, by Debian's gdal-bin: sh recipe.sh CHART.000 GRID.asc
# The grid has the coordinates of UTM zone 31 north: give its middle as origin_x and origin_y. For another zone write another EPSG number,
# and for other spacings of the grid, in m, another -tr.
set -e
export OGR_S57_OPTIONS=SPLIT_MULTIPOINT=ON,ADD_SOUNDG_DEPTH=ON
work=$(mktemp -d)
ogr2ogr -t_srs EPSG:32631 -nlt POINT25D -select DEPTH "$work/soundings.shp" "$1" SOUNDG
extent=$(ogrinfo -so -al "$work/soundings.shp" | sed -n 's/^Extent: (\(.*\), \(.*\)) - (\(.*\), \(.*\))/\1 \2 \3 \4/p' |
    awk '{printf "-txe %.0f %.0f -tye %.0f %.0f", $1 - 5, $1 + 5 * int(($3 - $1) / 5 + 2), $2 - 5, $2 + 5 * int(($4 - $2) / 5 + 2)}') # whole cells, one more on each side
gdal_grid -q -a linear -zfield DEPTH $extent -tr 5 5 "$work/soundings.shp" "$work/depth.tif"
gdal_translate -q -of AAIGrid "$work/depth.tif" "$2"
ogr2ogr -f CSV -lco GEOMETRY=AS_XYZ "$2.csv" "$work/soundings.shp"
rm -r "$work"
