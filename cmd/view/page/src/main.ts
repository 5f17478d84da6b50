import "uplot/dist/uPlot.min.css";
import "./page.css";
import { REVISION } from "three";
import uPlot from "uplot";

document.body.dataset.libraries = `three ${REVISION}, ${uPlot.name}`;
