function sp(i){let e=new DataView(i).getUint32(0,!0),t=JSON.parse(new TextDecoder().decode(new Uint8Array(i,4,e))),n=4+e,s={};for(let[r,o]of Object.entries(t.tables??{})){let a={};for(let l of o.columns)a[l.name]=qx(i,l.type,n+l.offset,o.rows);s[r]={rows:o.rows,columns:a}}return{header:t,tables:s}}function qx(i,e,t,n){switch(e){case"f64":return new Float64Array(i,t,n);case"f32":return new Float32Array(i,t,n);case"i32":return new Int32Array(i,t,n);case"u8":return new Uint8Array(i,t,n)}throw new Error(`a column has the type ${e}, which this page does not know`)}var fu=0,pu=1,mu=2,gu=3,Ho=4,Wo=5,Yx=96,Zx=48e6,tl=class{kept=new Map;bytes=0;asked=0;pending=0;meta(){return this.fresh("api/meta")}counts(e){return this.json(e,"counts",{})}overview(e,t,n,s){return this.json(e,"overview",{from:t,to:n,bins:s})}async lanes(e,t,n,s,r=4e3){return this.columns(e,"lanes",{from:t,to:n,bins:s,most:r},(o,a)=>o.exact?{exact:!0,words:o.words??[],causes:o.causes??[],sends:Hr(a.sends),arrivals:Hr(a.arrivals)}:{exact:!1,from:o.from,width:o.width,count:o.bins,bins:Hr(a.bins)})}async scene(e,t,n){return this.columns(e,"scene",{from:t,to:n},(s,r)=>({from:t,to:n,partial:!!s.partial,words:s.words??[],causes:s.causes??[],sends:Hr(r.sends),arrivals:Hr(r.arrivals),poses:Hr(r.poses)}))}frame(e,t,n){return this.json(e,"frame",{link:t,number:n})}packet(e,t){return this.json(e,"packet",{number:t})}events(e,t,n,s,r=200,o=1){return this.json(e,"events",{from:t,to:n,...Jx(s),most:r,dir:o})}next(e,t,n,s,r=-1,o=-1){return this.json(e,"next",{...t,dir:n,what:s,...r>=0?{node:r}:{},...o>=0?{link:o}:{}})}series(e,t,n,s,r=1e3){return this.json(e,"series",{names:t.join(","),from:n,to:s,points:r})}schedule(e,t,n,s=4e3){return this.json(e,"schedule",{from:t,to:n,most:s})}states(e,t,n,s=2e3){return this.json(e,"states",{from:t,to:n,most:s})}live(e){let t=new EventSource("api/live");return t.onmessage=n=>{let s=JSON.parse(n.data);e(s),s.ended&&t.close()},()=>t.close()}forget(){this.kept.clear(),this.bytes=0}json(e,t,n){return this.remembered(rp(e,t,n),async s=>({value:await(await this.get(s)).json(),bytes:0}))}columns(e,t,n,s){return this.remembered(rp(e,t,n),async r=>{let o=await(await this.get(r)).arrayBuffer(),a=sp(o);return{value:s(a.header,a.tables),bytes:o.byteLength}})}async fresh(e){return await(await this.get(e)).json()}async get(e){this.asked++,this.pending++;try{let t=await fetch(e);if(!t.ok)throw new Error((await t.text()).trim().slice(0,500)||`the server answered ${t.status}`);return t}finally{this.pending--}}remembered(e,t){let n=this.kept.get(e);if(n)return this.kept.delete(e),this.kept.set(e,n),n.answer;let s={answer:Promise.resolve(),bytes:0},r=t(e).then(o=>(this.kept.get(e)===s&&(s.bytes=o.bytes,this.bytes+=o.bytes,this.trim()),o.value),o=>{throw this.kept.get(e)===s&&this.kept.delete(e),o});return s.answer=r,this.kept.set(e,s),r}trim(){for(let[e,t]of this.kept){if(this.kept.size<=Yx&&this.bytes<=Zx)return;this.kept.delete(e),this.bytes-=t.bytes}}};function Hr(i){return{rows:i?.rows??0,...i?.columns??{}}}function rp(i,e,t){let n=new URLSearchParams;for(let[r,o]of Object.entries(t))n.set(r,String(o));let s=n.toString();return`api/${i}/${e}${s?`?${s}`:""}`}function Jx(i){return{...i.kind?{kind:i.kind}:{},...i.cause?{cause:i.cause}:{},...i.node>=0?{node:i.node}:{},...i.link>=0?{link:i.link}:{}}}function Un(i,e){let t=Math.max(e,1e-6),n=Math.min(Math.max(i.to-i.from,1e-6),t),s=Math.min(Math.max(i.from,0),t-n);return{from:s,to:s+n}}function Fs(i,e,t,n){let s=Math.min(Math.max((i.to-i.from)*t,1e-6),Math.max(n,1e-6)),r=Math.min(Math.max((e-i.from)/(i.to-i.from),0),1);return Un({from:e-r*s,to:e-r*s+s},n)}function Us(i,e,t){let n=e*(i.to-i.from);return Un({from:i.from+n,to:i.to+n},t)}function op(i,e,t){if(e>=i.from&&e<=i.to)return i;let n=i.to-i.from;return Un({from:e-n/4,to:e+.75*n},t)}function ap(i,e,t){let n=Math.max(e-i,1e-6)/8;return Un({from:i-n,to:e+n},t)}function nl(i,e,t){let n=(e-i)/Math.max(1,t);if(!(n>0)||!Number.isFinite(n))return{step:0,values:[]};let s=10**Math.floor(Math.log10(n)),r=s*([1,2,5].find(a=>a*s>=n*(1-1e-12))??10),o=[];for(let a=Math.ceil(i/r-1e-9);a*r<=e+1e-9*r&&o.length<=t;a++)o.push(a*r);return{step:r,values:o}}function Wr(i){let e=0;for(;e<9&&Math.abs(i*10**e-Math.round(i*10**e))>1e-6*i*10**e;)e++;return e}function bt(i,e=0){if(!Number.isFinite(i))return i>0?"∞":i<0?"−∞":"–";let[t="",n]=Math.abs(i).toFixed(e).split("."),s=t.replace(/\B(?=(\d{3})+$)/g,",")+(n?`.${n}`:"");return(i<0&&Number(i.toFixed(e))!==0?"−":"")+s}function Yi(i){if(i==null||!Number.isFinite(i))return"–";let e=Math.abs(i);return e===0?"0 s":e<1e-6?`${Cn(i*1e9)} ns`:e<.001?`${Cn(i*1e6)} µs`:e<1?`${Cn(i*1e3)} ms`:`${Cn(i)} s`}function Cn(i){if(i===0||!Number.isFinite(i))return bt(i);let e=Math.floor(Math.log10(Math.abs(i)));return e>=7||e<-4?i.toExponential(3).replace("-","−").replace("e+","e"):bt(i,Math.max(0,3-e)).replace(/(\.\d*?)0+$/,"$1").replace(/\.$/,"")}function xu(i){return i>=1?Cn(i):`1/${Cn(1/i)}`}function lp(i){for(let e=1e6;e>=1;e/=10)for(let t of[5,2,1])if(i/(t*e)>=30)return t*e;return 1}function il(i){if(!(i>0))return 1;for(let e=0;e<12;e++)for(let t of[1,2,3,5,7]){let n=t*10**e;if(i*n>=1&&i*n<=2)return 1/n;if(i/n>=1&&i/n<=2)return n}return 1}var Yn="#0072b2",Zn="#d55e00",cp="#009e73",Kx="#cc79a7",hp="#e69f00",Xo="#56b4e9",jx="#9a9a9a",sl=["received","lost in a collision","lost otherwise","missed","in flight","sent"],ks=[cp,Zn,hp,jx,Xo,Yn];var vu=[Xo,hp,cp,Kx,"#f0e442","#b0b0b0","#7fb8d8","#e8a27c"];function dt(i,e){let t=Array.from(i);return t.length<=e?i:`${t.slice(0,Math.max(1,e-1)).join("")}…`}function Qx(i,e){let t=new Set(e.split(" "));return i.replace(/--seed \S+/,"").split(" ").filter(n=>n&&!t.has(n)&&!n.startsWith("--")).join(" ")}function rl(i,e){return Qx(i,e).split(" ").filter(Boolean).map(t=>t.replace(/^'|'$/g,"").replace(/^[^=]*\.(?=[^.=]*=)/,"")).join(" ")}function up(i,e,t){let n=[];for(let s of i)s.node!==e||s.t>t||(s.works?n.includes(s.part)&&n.splice(n.indexOf(s.part),1):n.push(s.part));return n}function ol(i,e,t){let n=[];for(let s of t)if([`thrust_${s.part}`,`angle_${s.part}`].some(r=>i===`${e[s.node]?.name??""}.${r}`))if(!s.works)n.push({from:s.t,to:1/0});else for(let r of n)r.to=Math.min(r.to,s.t);return n}function dp(i){return i.map(e=>`failed ${e.to===1/0?"at":"from"} ${Cn(e.from)} s${e.to===1/0?"":` to ${Cn(e.to)} s`}`).join(", ")}function $o(i){return i.ended?i.received?"received":`${i.locked||i.cause==="collision"?"lost":"missed"}: ${i.cause||"no cause told"}`:"in flight"}var ev=1e-4,tv=[/(^|[._-])age/i,/error/i,/distance/i,/thrust/i,/energy|battery|charge/i,/power$/i,/[._](z|depth)$/i,/surge|speed/i,/./,/./,/./,/./];function yu(i){let e=i.series.map(n=>n.name),t=e.filter(n=>ol(n,i.nodes,i.failures).length>0);return[...t,...e.filter(n=>!t.includes(n))]}function _u(i){let e=[],t=s=>s.split(".")[0],n=s=>s.slice(s.indexOf(".")+1);for(let s of tv){let r=i.filter(a=>s.test(a)&&!e.some(l=>n(l)===n(a))),o=r.find(a=>e.length>0&&t(a)===t(e[0]))??r[0];o!==void 0&&e.length<4&&e.push(o)}return e}function nv(i,e,t){let n=e>0?1500*t/e:t;return Math.min(t,Math.max(Math.min(20*i,n),2*i,t/500,.001))}var fp=i=>i.nodes.some(e=>e.moves&&e.hull!==null);function iv(i,e,t,n){return n?1:i.frames===0||fp(i)?lp(t):e<ev?1/100:il(e)}async function pp(i,e,t,n,s){let r=Math.max(0,...e.links.map(u=>u.longest||0)),o={};t.rate===void 0&&(o.rate=iv(e,r,n,s)),t.series===void 0&&(o.series=_u(yu(e)));let a=fp(e)&&t.rate===void 0?10*o.rate:0,l=e.frames===0&&!s?n:Math.max(nv(r,e.arrivals,n),Math.min(n,a)),c=t.from!==void 0&&t.to!==void 0?t.to-t.from:l;if(t.t===void 0){let u=await i.next(t.run??0,{t:-1},1,"send").catch(()=>null);o.t=Math.min(n,u?u.t+Math.max(.3*r,0):0),u&&u.link>=0&&u.frame>0&&t.selected===void 0&&(o.selected={link:u.link,number:u.frame})}let h=t.t??o.t??0;return Object.assign(o,t.from===void 0?Un({from:h-c/5,to:h+c*4/5},n):Un({from:t.from,to:t.to},n)),o}var al=class{constructor(e){this.page=e}page;last=0;reached=0;shown=0;asked=0;tick(e){let t=this.page.store.view,n=Math.min(.25,Math.max(0,(e-this.last)/1e3)),s=this.page.end();if(this.last=e,t.live&&this.follow(e),!t.playing)return;let r=Math.min(s,t.t+n*t.rate),o={t:r};if(r>=s&&(o.playing=!1),r>t.to){let a=Us(t,.9,s);Object.assign(o,r<=a.to?a:Un({from:r-.05*(t.to-t.from),to:r+.95*(t.to-t.from)},s))}else r<t.from&&Object.assign(o,Un({from:r,to:r+t.to-t.from},s));this.page.store.set(o)}listen(){this.page.api.live(e=>{for(let n of this.page.meta.runs)n.reached=Math.max(n.reached,e.reached);this.reached=e.reached;let t=performance.now();!e.ended&&t-this.asked<5e3||(this.asked=t,this.page.news().then(()=>{e.ended&&(this.page.store.set({live:!1,...this.page.store.view.live?{t:this.page.end()}:{}}),this.page.say("The run has ended.",!0))}))})}follow(e){let t=this.page.store.view,n=t.to-t.from,s=e-this.shown;this.reached<=t.t||(this.page.store.set({t:this.reached}),!(s<300||s<1e3&&this.reached<=t.to)&&(this.shown=e,this.page.epoch++,this.page.api.forget(),this.page.store.set(Un({from:this.reached-.85*n,to:this.reached+.15*n},this.reached+.15*n))))}};function K(i,e={},...t){let n=document.createElement(i),{class:s,text:r,data:o,aria:a,click:l,tabindex:c,...h}=e;s&&(n.className=s),r!==void 0&&(n.textContent=r),c!==void 0&&(n.tabIndex=c);for(let[u,d]of Object.entries(h))d!==void 0&&n.setAttribute(u,String(d));for(let[u,d]of Object.entries(o??{}))n.dataset[u]=String(d);for(let[u,d]of Object.entries(a??{}))n.setAttribute(`aria-${u}`,d);l&&n.addEventListener("click",l);for(let u of t)u&&n.append(u);return n}function fn(i,e="",t=""){return K("span",{text:i,...e?{class:e}:{},...t?{title:t}:{}})}function Zi(i,e,t=""){let n=K("i",{class:`chip ${t}`});return n.style.background=i,K("span",{},n,e)}function ll(i,e,t=""){let n=i.map(s=>K("th",s.startsWith(">")?{text:s.slice(1),class:"number"}:{text:s}));return K("table",{class:t},K("thead",{},K("tr",{},...n)),K("tbody",{},...e))}function Mt(i,e,t,n=""){return K("button",{type:"button",text:i,title:e,class:n,click:t,aria:i.length>2?{}:{label:e}})}function Wt(i,...e){i.replaceChildren(...e.filter(t=>!!t))}function xi(i,e,t,n){let s=K("select",{title:i,aria:{label:i}});for(let r of e)s.append(K("option",{value:r.value,text:r.text}));return s.value=t,s.addEventListener("change",()=>n(s.value)),s}function qo(i,e,t=""){let n=K("div",{role:"listbox",tabindex:0,class:`list ${t}`,aria:{label:i}}),s=()=>Array.from(n.querySelectorAll('[role="option"]')),r=o=>{n.querySelector(".at")?.classList.remove("at"),o&&(o.classList.add("at"),o.id||(o.id=`row-${Math.random().toString(36).slice(2)}`),n.setAttribute("aria-activedescendant",o.id),o.scrollIntoView({block:"nearest"}))};return n.addEventListener("keydown",o=>{let a=s(),l=a.findIndex(c=>c.classList.contains("at"));if(o.key==="ArrowDown")r(a[Math.min(a.length-1,l+1)]);else if(o.key==="ArrowUp")r(a[Math.max(0,l-1)]);else if(o.key==="Home")r(a[0]);else if(o.key==="End")r(a[a.length-1]);else if(o.key==="Enter"&&l>=0)e(a[l]);else return;o.preventDefault(),o.stopPropagation()}),n.addEventListener("click",o=>{let a=o.target.closest('[role="option"]');a&&n.contains(a)&&(r(a),e(a))}),n}function mp(i,e){let{store:t}=i,n=()=>t.view,s=l=>()=>i.show(Fs(n(),n().t>=n().from&&n().t<=n().to?n().t:(n().from+n().to)/2,l,i.end())),r=l=>()=>{t.set({live:!1}),i.show(Us(n(),l,i.end()))},o=l=>()=>{let c=i.run().nodes.length;c>0&&(t.set({node:(Math.max(n().node,l>0?-1:0)+l+c)%c}),i.say(`Node ${i.nodeName(n().node)}`))},a=()=>{i.meta.runs.length>1?t.set({compare:!n().compare}):i.say("Only one run is open: halocline view takes two to compare them.",!0)};return[{keys:[" "],shown:"Space",text:"play, pause",run:()=>e.play()},{keys:["w","W"],shown:"W",text:"zoom in at the cursor of time",run:s(1/1.5)},{keys:["s","S"],shown:"S",text:"zoom out",run:s(1.5)},{keys:["a","A"],shown:"A",text:"move the window back",run:r(-.25)},{keys:["d","D"],shown:"D",text:"move the window on",run:r(.25)},{keys:["f","F"],shown:"F",text:"fit the window to the selected frame, again to the whole run",run:()=>{i.fit()}},{keys:["ArrowRight"],shown:"→",text:"next event of the selected node, or of any",run:()=>{i.step(1,"event",n().node)}},{keys:["ArrowLeft"],shown:"←",text:"previous event",run:()=>{i.step(-1,"event",n().node)}},{keys:["ArrowDown"],shown:"↓",text:"next node",run:o(1)},{keys:["ArrowUp"],shown:"↑",text:"previous node",run:o(-1)},{keys:["n","N"],shown:"N",text:"next loss",run:()=>{i.step(1,"loss",-1)}},{keys:["p","P"],shown:"P",text:"previous loss",run:()=>{i.step(-1,"loss",-1)}},{keys:["Home"],shown:"Home",text:"beginning of the run",run:()=>i.at(0)},{keys:["End"],shown:"End",text:"end of the run",run:()=>i.at(i.end())},{keys:["]","+"],shown:"]",text:"play faster",run:()=>e.faster(1)},{keys:["[","-"],shown:"[",text:"play slower",run:()=>e.faster(-1)},{keys:["c","C"],shown:"C",text:"compare two runs, where two are open",run:a},{keys:["Escape"],shown:"Esc",text:"select no frame, then no node",run:()=>t.set(n().selected?{selected:null}:{node:-1,packet:0})},{keys:["?"],shown:"?",text:"this help",run:()=>e.help()}]}function gp(i){document.addEventListener("keydown",e=>{if(e.defaultPrevented||e.altKey||e.ctrlKey||e.metaKey||document.querySelector("dialog[open]"))return;let t=e.target instanceof Element?e.target.closest("input, select, textarea, button, a, [contenteditable]"):null;if(t&&(t.matches("input, textarea, select")||e.key===" "||e.key==="Enter")||e.target instanceof Element&&e.target.matches(".scroll")&&/^(Arrow(Up|Down)|Home|End)$/.test(e.key))return;let n=i.find(s=>s.keys.includes(e.key));n&&(e.preventDefault(),n.run(e))})}var cl=class{constructor(e,t,n,s){this.store=e;this.api=t;this.meta=n;this.say=s}store;api;meta;say;epoch=0;look={ink:"#000",paper:"#fff",line:"#404040",faint:"#e4e4e4",soft:"#666"};last=null;restyled=[];renewed=[];run(){return this.meta.runs[this.store.view.run]??this.meta.runs[0]}end(){return Math.max(1e-6,...this.meta.runs.map(e=>e.reached>0?e.reached:e.duration))}stamp(){return`${this.epoch}/${this.store.view.run}`}nodeName(e){return e<0?"everybody":this.run().nodes[e]?.name??`#${e}`}linkName(e){return this.run().links[e]?.name??`#${e}`}fault=e=>{this.say(`This cannot be shown: ${e}`,!0)};show(e){let t=Un(e,this.end());this.store.set({from:t.from,to:t.to})}at(e){let t=this.store.view,n=Math.min(Math.max(e,0),this.end()),s=op(t,n,this.end());this.store.set({t:n,from:s.from,to:s.to,live:!1})}go(e){this.last={t:e.t,index:e.index,run:this.store.view.run},this.at(e.t),this.store.set({playing:!1,...e.node>=0?{node:e.node}:{},...e.frame>0?{selected:{link:e.link,number:e.frame}}:{},...e.packet>0?{packet:e.packet}:{}}),this.say(e.text)}select(e,t,n=-1,s=NaN){Number.isFinite(s)&&this.at(s),this.store.set({selected:{link:e,number:t},...n>=0?{node:n}:{}})}async step(e,t,n){let s=this.store.view,r=this.last,o=r&&r.t===s.t&&r.run===s.run?{index:r.index}:{t:s.t};try{let a=await this.api.next(s.run,o,e,t,n);if(a){this.go(a);return}let l={event:"event",loss:"loss",send:"frame sent"}[t],c=n>=0?` of ${this.nodeName(n)}`:"";this.say(`There is no ${l}${c} ${e>0?"after":"before"} this.`,!0)}catch(a){this.fault(a instanceof Error?a.message:String(a))}}async fit(){let e=this.store.view,t={from:0,to:this.end()};if(!e.selected)return this.show(t);try{let n=await this.api.frame(e.run,e.selected.link,e.selected.number),s=Math.max(n.start+n.airtime,...n.arrivals.map(a=>a.ended??a.began)),r=ap(n.start,s,this.end()),o=Math.abs(r.from-e.from)+Math.abs(r.to-e.to)<1e-9+1e-6*(r.to-r.from);this.show(o?t:r)}catch{this.show(t)}}onNews(e){this.renewed.push(e)}async news(){this.epoch++,this.api.forget();try{let e=await this.api.meta();this.meta.live=e.live,this.meta.compare=e.compare,this.meta.runs.forEach((t,n)=>Object.assign(t,e.runs[n],{reached:Math.max(t.reached,e.runs[n].reached)}));for(let t of this.renewed)t()}catch(e){this.fault(e instanceof Error?e.message:String(e))}}onLook(e){this.restyled.push(e)}restyle(){let e=document.body.appendChild(document.createElement("i")),t=n=>(e.style.color=`var(${n})`,getComputedStyle(e).color);this.look={ink:t("--ink"),paper:t("--paper"),line:t("--line"),faint:t("--faint"),soft:t("--soft")},e.remove();for(let n of this.restyled)n()}dark(){let e=this.store.view.theme;return e==="dark"||e==="auto"&&matchMedia("(prefers-color-scheme: dark)").matches}};var Rn=class{constructor(e,t){this.came=e;this.failed=t}came;failed;value=null;key="";waiting=null;busy=!1;want(e,t){e!==(this.waiting?.key??this.key)&&(this.waiting={key:e,ask:t},this.busy||this.next())}async next(){for(this.busy=!0;this.waiting;){let{key:e,ask:t}=this.waiting;this.waiting=null,this.key=e;try{this.value=await t(),this.came(this.value)}catch(n){this.failed(n instanceof Error?n.message:String(n))}}this.busy=!1}};function xp(i,e,t,n){let s=new Uint8Array(i.length),r=new Map;for(let o=0;o<i.length;o++){let a=r.get(i[o]);a||r.set(i[o],a=new Array(n).fill(-1/0));let l=a.findIndex(c=>c<=e[o]);s[o]=Math.max(l,0),a[s[o]]=t[o]}return s}function vp(i,e,t,n){let s=Math.min(Math.max(0,Math.floor(i/t)),n);return{first:s,end:Math.min(n,Math.max(s,Math.ceil((i+e)/t)))}}function yp(i,e,t,n){return e===0?n:Math.min(n,Math.max(t,Math.floor(i/e)))}function hl(i,e,t){let n=[0],s=0;for(let r of i)n.push(e>0?Math.round(t*(s+=r)/e):0);if(s>0&&n[i.length]===0)for(let r=i.findIndex(o=>o>0);r<i.length;r++)n[r+1]=1;return n}function bu(i,e){let t=new Array(Math.ceil(i.length/e)).fill(0);return i.forEach((n,s)=>{t[Math.floor(s/e)]+=n}),t}function ul(i,e){let t=1;for(;Math.ceil(i/t)>e;)t*=2;return t}function _p(i,e){return Math.hypot(i[0]-e[0],i[1]-e[1],i[2]-e[2])}function bp(i){let e=[...i].sort((n,s)=>n-s),t=e[e.length-1]-e[0];return e.some((n,s)=>s>0&&n-e[s-1]<t/14)||e.length>1&&t===0}function lr(i,e,t){let n=0,s=i.length-1;if(s<0||t<i[0]||t>i[s])return NaN;for(;s-n>1;){let a=n+s>>1;i[a]<=t?n=a:s=a}let r=e[n],o=e[s];return t===i[n]||s===n?r??NaN:t===i[s]?o??NaN:r==null||o===null||o===void 0?NaN:r+(o-r)*(t-i[n])/(i[s]-i[n])}function wp(i,e){let t=new Map,n=null,s=0,r=l=>{let c=e.element.getBoundingClientRect(),h=e.plot();return{x:l.clientX-c.left-h.left,y:l.clientY-c.top,p:h}},o=(l,c)=>{let h=i.store.view;return h.from+l/c*(h.to-h.from)};e.element.addEventListener("wheel",l=>{let{x:c,p:h}=r(l),u=i.store.view;if(c<0)return;l.preventDefault();let d=(l.deltaMode===1?16:1)*(l.deltaY||l.deltaX);l.shiftKey||Math.abs(l.deltaX)>Math.abs(l.deltaY)?i.show(Us(u,(l.shiftKey?d:l.deltaX)/h.width,i.end())):i.show(Fs(u,o(c,h.width),Math.exp(Math.max(-1,Math.min(1,d/400))),i.end()))},{passive:!1}),e.element.addEventListener("pointerdown",l=>{let{x:c,y:h,p:u}=r(l);if(l.button!==0||c<0||c>u.width)return;t.set(l.pointerId,{x:c,y:h}),e.element.setPointerCapture(l.pointerId);let d=i.store.view;n={x:c,from:d.from,to:d.to,scrub:h>u.bottom,moved:!1},n.scrub&&i.at(o(c,u.width)),t.size===2&&(s=Mp(t))}),e.element.addEventListener("pointermove",l=>{let{x:c,y:h,p:u}=r(l);if(!t.has(l.pointerId)){c>=0&&c<=u.width?e.hover?.(c,h):e.leave?.();return}if(t.set(l.pointerId,{x:c,y:h}),t.size===2){let d=Mp(t),f=[...t.values()].reduce((p,x)=>p+x.x,0)/2;s>0&&d>0&&i.show(Fs(i.store.view,o(f,u.width),s/d,i.end())),s=d,n=null}else if(n){if(Math.abs(c-n.x)>4&&(n.moved=!0),n.scrub)i.at(o(Math.min(Math.max(c,0),u.width),u.width));else if(n.moved){let d=(n.x-c)/u.width*(n.to-n.from);i.show({from:n.from+d,to:n.to+d})}}});let a=l=>{let{x:c,y:h,p:u}=r(l);t.delete(l.pointerId)&&n&&!n.moved&&!n.scrub&&l.type==="pointerup"&&(e.click?.(c,h)||i.at(o(c,u.width))),n=null};e.element.addEventListener("pointerup",a),e.element.addEventListener("pointercancel",a),e.element.addEventListener("pointerleave",()=>e.leave?.())}function Mp(i){let[e,t]=[...i.values()];return e&&t?Math.abs(e.x-t.x):0}var Mu=104,Sp=18,Os=class{constructor(e,t){this.page=e;this.content=t;this.names=K("div",{class:"names",role:"listbox",tabindex:0,aria:{label:`${t.title}: rows`}});let n=K("div",{class:"stage"},this.names,K("div",{class:"field"},this.canvas,this.overlay,this.cursor));this.scroller=K("div",{class:"scroller"},n,this.pad),this.element=K("section",{class:`panel ${t.name}`,aria:{label:t.title}},K("header",{},K("h2",{text:t.title}),this.legend,this.tools),this.scroller),this.context=this.canvas.getContext("2d",{willReadFrequently:!0});let s=()=>{this.dirty=!0};this.scroller.addEventListener("scroll",s,{passive:!0}),new ResizeObserver(()=>this.measure()).observe(this.scroller),e.store.subscribe(["from","to","run","selected","node"],s),e.store.subscribe(["t","from","to"],()=>this.place()),e.onLook(s),wp(e,{element:n,plot:()=>({left:Mu,width:this.width,bottom:this.height}),...t.hover?{hover:t.hover}:{},...t.leave?{leave:t.leave}:{},...t.click?{click:t.click}:{}}),this.choose()}page;content;element;tools=K("span",{class:"tools"});legend=K("span",{class:"legend"});scroller;canvas=K("canvas",{class:"plot"});pad=K("div",{class:"pad"});names;cursor=K("div",{class:"cursor"});overlay=K("div",{class:"mark"});context;size={width:0,height:0};rows=[];free=!1;row=20;dirty=!0;onLayout=()=>{};get width(){return Math.max(1,this.size.width-Mu)}get height(){return Math.max(1,this.size.height-(this.content.axis?Sp:0))}get shown(){return this.rows}set(e){this.rows=e,this.free=e.some(t=>t.place!==void 0),this.layout()}x(e){let t=this.page.store.view;return(e-t.from)/(t.to-t.from)*this.width}time(e){let t=this.page.store.view;return t.from+e/this.width*(t.to-t.from)}y(e){let t=this.rows[e]?.place;return this.free&&t!==void 0?14+t*(this.height-34):(e+.5)*this.row-this.scroller.scrollTop}sight(){return this.free?{first:0,end:this.rows.length}:vp(this.scroller.scrollTop,this.height,this.row,this.rows.length)}reveal(e){let t=e*this.row,n=this.scroller;this.free||e<0||(t<n.scrollTop?n.scrollTop=t:t+this.row>n.scrollTop+this.height&&(n.scrollTop=t+this.row-this.height))}draw(){if(!this.dirty||this.size.width<Mu+20)return;this.dirty=!1;let e=this.context,t=devicePixelRatio||1,n=this.width,s=this.size.height,r=Math.round(n*t),o=Math.round(s*t);(this.canvas.width!==r||this.canvas.height!==o)&&(this.canvas.width=r,this.canvas.height=o),e.setTransform(t,0,0,t,0,0),e.fillStyle=this.page.look.paper,e.fillRect(0,0,n,s),this.grid(e),e.save(),e.beginPath(),e.rect(0,0,n,this.height),e.clip(),this.content.paint(e,this),e.restore(),this.label(),this.place()}measure(){this.size={width:this.scroller.clientWidth,height:this.scroller.clientHeight},this.layout()}layout(){this.row=yp(this.height,this.rows.length,this.content.least,this.content.most);let e=this.free?0:this.row*this.rows.length-this.height;this.pad.style.height=`${Math.max(0,e)}px`,this.dirty=!0,this.onLayout()}place(){let e=this.page.store.view,t=this.x(e.t),n=t>=0&&t<=this.width;this.cursor.style.visibility=n?"visible":"hidden",n&&(this.cursor.style.transform=`translateX(${t.toFixed(1)}px)`)}grid(e){let t=this.page.store.view,n=this.page.look,s=nl(t.from,t.to,Math.max(2,this.width/90));e.lineWidth=1,e.strokeStyle=n.faint,e.beginPath();for(let r of s.values){let o=Math.round(this.x(r))+.5;e.moveTo(o,0),e.lineTo(o,this.height)}if(e.stroke(),!!this.content.axis){e.fillStyle=n.soft,e.font="11px system-ui, sans-serif",e.textBaseline="middle";for(let r of s.values){let o=this.x(r),a=`${bt(r,Wr(s.step))}${r===s.values[s.values.length-1]?" s":""}`,l=e.measureText(a).width/2;e.textAlign="center",o-l>=0&&o+l<=this.width&&e.fillText(a,o,this.height+Sp/2+1)}}}label(){let{first:e,end:t}=this.sight(),n=this.page.store.view.node;for(;this.names.childElementCount>t-e;)this.names.lastElementChild.remove();let s=-1/0,r=null,o=0;for(let a=e;a<t;a++){let l=this.names.children[a-e];l||this.names.append(l=K("div",{role:"option"}));let c=this.rows[a],h=dt(c.name,40);l.textContent!==h&&(l.textContent=h),l.title=c.title??c.name,l.dataset.row=String(a),l.id=`${this.content.name}-row-${a}`,l.setAttribute("aria-selected",String(c.node>=0&&c.node===n));let u=this.y(a);l.style.transform=`translateY(${Math.round(u-8)}px)`;let d=u-s<13||u>this.height;l.style.visibility=d?"hidden":"visible",d?this.free&&r&&(r.title+=`
${l.title}`,r.textContent=`${dt(r.textContent.replace(/ \+\d+$/,""),36)} +${++o}`):(s=u,r=l,o=0)}}choose(){let e=t=>{let n=this.rows[t];n&&(this.reveal(t),this.dirty=!0,n.node>=0&&this.page.store.set({node:n.node}),this.names.setAttribute("aria-activedescendant",`${this.content.name}-row-${t}`),this.page.say(n.title??n.name))};this.names.addEventListener("click",t=>{let n=t.target.closest("[data-row]")?.dataset.row;n!==void 0&&e(Number(n))}),this.names.addEventListener("keydown",t=>{let n={ArrowDown:1,ArrowUp:-1,PageDown:10,PageUp:-10}[t.key];if(n===void 0)return;let s=this.rows.findIndex(r=>r.node===this.page.store.view.node);e(Math.min(this.rows.length-1,Math.max(0,s+n))),t.preventDefault(),t.stopPropagation()})}};var sv=700,rv=500,dl=class{constructor(e){this.page=e;this.rows=new Os(e,{title:"Computers",name:"computers",least:15,most:30,axis:!0,paint:t=>this.paint(t),click:(t,n)=>this.click(t,n)}),this.element=this.rows.element,this.feed=new Rn(t=>{this.arrange(t.exact),this.rows.dirty=!0},e.fault),e.store.subscribe(["run"],()=>{this.exact=null})}page;element;rows;feed;row=new Map;drawn=0;exact=null;count(){return this.drawn}draw(){let e=this.page.store.view;this.feed.want(`${this.page.stamp()} ${e.from} ${e.to}`,()=>this.page.api.schedule(e.run,e.from,e.to,sv)),this.rows.draw()}arrange(e){if(this.exact===e)return;this.exact=e;let t=this.page.run(),n=[];this.row.clear(),t.computers.forEach((s,r)=>{let o=this.page.nodeName(s.node);if(!e){this.row.set(`${r}`,n.length),n.push({name:o,node:s.node});return}s.tasks.forEach((a,l)=>{this.row.set(`${r}/${a}`,n.length),this.row.set(`${r}/${l}`,n.length),n.push({name:t.computers.length>1?`${dt(o,9)} ${a}`:a,title:`${o}: task ${a}`,node:s.node})})}),this.rows.set(n),this.legend(e)}legend(e,t=1){let n=`${e} ${t}`;if(this.rows.legend.dataset.stamp===n)return;this.rows.legend.dataset.stamp=n;let s=Zi(Zn,"deadline missed","wedge"),r=t>0?`busy, full height ${Cn(t*100)} % of the time`:"busy: never, its tasks take no time";Wt(this.rows.legend,...e?[Zi(Yn,"runs"),Zi(Xo,"unfinished"),s,fn("× skipped")]:[Zi(Yn,r),s])}paint(e){let t=this.feed.value,n=this.rows,{first:s,end:r}=n.sight();e.strokeStyle=this.page.look.line,e.lineWidth=.6,e.beginPath();for(let o=s;o<r;o++){let a=this.base(o);e.moveTo(0,a),e.lineTo(n.width,a)}if(e.stroke(),this.drawn=0,!!t)if(t.exact)for(let o of t.jobs)this.job(e,o);else this.shares(e,t)}base(e){return Math.round(this.rows.y(e)+this.rows.row*.36)+.5}job(e,t){let n=this.rows,s=this.row.get(`${t.computer}/${t.task}`),r=n.row*.46;if(s===void 0)return;let o=this.base(s),a=n.x(t.release),l=this.page.end();if(o<-5||o>n.height+n.row)return;if(this.drawn++,!t.skipped){e.fillStyle=Xo,e.fillRect(a,o-r*.28,Math.max(.5,n.x(t.end??l)-a),r*.28),e.fillStyle=Yn;for(let[h,u]of t.runs)e.fillRect(n.x(h),o-r,Math.max(.8,n.x(u)-n.x(h)),r)}e.strokeStyle=this.page.look.ink,e.lineWidth=.8,e.beginPath();let c=o-n.row*.62;e.moveTo(a,o),e.lineTo(a,c),e.moveTo(a-2,c+3),e.lineTo(a,c),e.lineTo(a+2,c+3),e.stroke(),t.skipped&&this.cross(e,a,o),t.missed&&this.wedge(e,n.x(t.end??l),o-r)}cross(e,t,n){e.strokeStyle=Zn,e.lineWidth=1.6,e.beginPath(),e.moveTo(t-3,n-3),e.lineTo(t+3,n+3),e.moveTo(t-3,n+3),e.lineTo(t+3,n-3),e.stroke()}wedge(e,t,n){e.fillStyle=Zn,e.beginPath(),e.moveTo(t,n),e.lineTo(t-3.2,n-6),e.lineTo(t+3.2,n-6),e.fill()}shares(e,t){let n=this.rows,{first:s,end:r}=n.sight(),o=n.row*.62,a=ul(t.bins,Math.max(8,Math.floor(rv/Math.max(1,r-s)))),l=ov(t.busy);this.legend(!1,l);for(let c=s;c<r;c++){let h=t.busy[c],u=t.missed[c],d=this.base(c);for(let f=0;h&&f<t.bins;f+=a){let p=0,x=0,m=0;for(let E=f;E<Math.min(t.bins,f+a);E++,m++)p+=h[E]??0,x+=u?.[E]??0;let g=n.x(t.from+f*t.width),_=Math.max(1,n.x(t.from+(f+m)*t.width)-g-.5);if(!(g+_<0||g>n.width)){if(p>0){e.fillStyle=Yn;let E=Math.max(1,o*p/m/l);e.fillRect(g,d-E,_,E),this.drawn++}x>0&&(this.wedge(e,g+_/2,d-o+5),this.drawn++)}}}}click(e,t){let n=this.rows.shown.findIndex((r,o)=>Math.abs(this.rows.y(o)-t)<=this.rows.row/2),s=this.rows.shown[n];return s&&this.page.store.set({node:s.node}),this.page.at(this.rows.time(e)),!0}};function ov(i){if(i.every(t=>t.every(n=>n===0)))return 0;let e=i.reduce((t,n)=>n.reduce((s,r)=>Math.max(s,r),t),0);for(let t=1e-6;t<1;t*=10)for(let n of[1,2,5])if(n*t>=e)return n*t;return 1}var wu=60,av=19,fl=class{constructor(e,t){this.page=e;this.told=t;this.list=qo("Events about this instant",s=>{let r=this.rows[Number(s.dataset.i)];r&&e.go(r)},"events-list");let n=[Mt("Events","Events about this instant",()=>e.store.set({tab:"events"}),"tab"),Mt("Counts","Counts by kind, cause and node",()=>e.store.set({tab:"counts"}),"tab")];this.element=K("section",{class:"panel events",aria:{label:"Events and counts"}},K("header",{},...n),this.filters,this.list,this.table),this.near=new Rn(s=>this.show(s),e.fault),this.sums=new Rn(s=>{this.counts[s.run]=s.rows,this.choices(),this.tally()},e.fault),e.store.subscribe(["t","filter","run"],()=>{this.stale=!0}),e.store.subscribe(["filter","run"],()=>{this.choices(),this.tally()}),e.store.subscribe(["node"],()=>this.tally()),new ResizeObserver(()=>{this.height=this.list.clientHeight,this.centre()}).observe(this.list),e.store.subscribe(["playing"],()=>{this.stale=!0}),e.store.subscribe(["tab"],()=>this.open()),this.open()}page;told;element;counts=[];list;filters=K("div",{class:"filters"});table=K("div",{class:"scroll counts",tabindex:0,aria:{label:"Counts of the run"}});near;sums;rows=[];asked=0;stale=!0;height=0;open(){let{tab:e}=this.page.store.view;this.list.hidden=this.filters.hidden=e!=="events",this.table.hidden=e!=="counts",this.element.querySelectorAll(".tab").forEach((t,n)=>t.setAttribute("aria-pressed",String(n===0==(e==="events"))))}draw(){let e=this.page.store.view;if(this.sums.want(`${this.page.stamp()}`,async()=>({run:e.run,rows:(await this.page.api.counts(e.run)).rows})),!this.stale)return;let t=performance.now();if(t-this.asked<(e.playing||e.live?500:60))return;this.asked=t,this.stale=!1;let{t:n,run:s,filter:r}=e;this.near.want(`${this.page.stamp()} ${n} ${e.playing} ${JSON.stringify(r)}`,async()=>{let[o,a]=await Promise.all([this.page.api.events(s,0,n,r,wu,-1),this.page.api.events(s,n,Math.max(n,this.page.end()),r,wu,1)]),l=Ap(o.rows),c=l[l.length-1]?.index??-1;return{t:n,before:l,after:Ap(a.rows).filter(h=>h.index>c&&h.t>n)}})}show(e){let t=this.page.store.view,n=t.playing?Math.max(1,Math.floor(this.height/av/2-.5)):wu/2,s=e.before.slice(-n);this.rows=[...s,...e.after.slice(0,n)];let r=this.rows.map((l,c)=>{let h=t.selected&&l.frame>0&&l.frame===t.selected.number&&l.link===t.selected.link,u=[l.t===e.t&&"instant",l.t>e.t&&"later",h&&"chosen"].filter(Boolean).join(" ");return K("div",{role:"option",id:`event-${l.index}`,data:{i:c,index:l.index},title:l.text,class:u},fn(l.t.toFixed(4),"number"),fn(l.node<0?"":dt(this.page.nodeName(l.node),12)),fn(l.kind,`kind ${l.kind}`),fn(this.rest(l)))});r.splice(s.length,0,K("div",{class:"nowline",role:"presentation"}));let o=document.activeElement===this.list;Wt(this.list,...r),t.playing||this.centre(),o&&r[s.length-1]?.classList.add("at");let a=t.filter;this.told(a.kind||a.cause||a.node>=0||a.link>=0?null:s[s.length-1]??null)}centre(){let e=this.list.querySelector(".nowline");e&&(this.list.scrollTop=e.offsetTop-this.list.clientHeight/2)}rest(e){let t=e.kind.startsWith("rx")||["delivered","duplicate","used","outdated"].includes(e.kind),n=e.peer>=0?`${t?"←":"→"} ${dt(this.page.nodeName(e.peer),12)}`:"";return[e.cause,e.note,n,e.frame>0&&`frame ${e.frame}`,e.packet>0&&`#${e.packet}`].filter(Boolean).join(" ")}choices(){let e=this.page.run(),t=this.page.store.view,n=this.counts[t.run]??[],s=t.filter,r=l=>this.page.store.set({filter:{...this.page.store.view.filter,...l}}),o=(l,c,h)=>{let u=[...new Set([...l,c])].filter(Boolean).sort();return[{value:"",text:h},...u.map(d=>({value:d,text:d}))]},a=(l,c)=>[{value:"-1",text:c},...l.map((h,u)=>({value:String(u),text:dt(h.name,30)}))];Wt(this.filters,xi("Kind of event",o(n.map(l=>l.kind),s.kind,"all kinds"),s.kind,l=>r({kind:l})),xi("Cause",o(n.map(l=>l.cause),s.cause,"all causes"),s.cause,l=>r({cause:l})),xi("Node",a(e.nodes,"all nodes"),String(s.node),l=>r({node:Number(l)})),e.links.length>1?xi("Link",a(e.links,"all links"),String(s.link),l=>r({link:Number(l)})):null)}tally(){let e=this.page.store.view,t=this.counts[e.run],n=new Map;if(!t)return;for(let c of t){let h=`${c.kind} ${c.cause}`,u=n.get(h)??{kind:c.kind,cause:c.cause,all:0,own:0};u.all+=c.n,c.node===e.node&&(u.own+=c.n),n.set(h,u)}let s=e.node>=0?this.page.nodeName(e.node):"",r=(c,h)=>()=>{this.page.store.set({filter:{...this.page.store.view.filter,kind:c,cause:h},tab:"events"})},o=[...n.values()].sort((c,h)=>c.kind.localeCompare(h.kind)||h.all-c.all).map(c=>{let h=s?K("td",{text:bt(c.own),class:"number"}):null,u=K("td",{text:bt(c.all),class:"number"});return K("tr",{data:{kind:c.kind,cause:c.cause,n:c.all}},K("td",{text:c.kind}),K("td",{text:c.cause}),u,h,K("td",{},Mt("list",`List events ${c.kind} ${c.cause}`,r(c.kind,c.cause),"small")))}),a=this.page.run().warmup,l=a>0?`From ${a} s on, the end of the warm-up.`:"Of the whole run.";Wt(this.table,K("p",{class:"soft",text:l}),ll(["kind","cause",">all nodes",...s?[`>${dt(s,12)}`]:[],""],o))}};function Ap(i){return[...i].sort((e,t)=>e.index-t.index)}function Tp(i){let e=([s="",r=""])=>K("tr",{},K("td",{},K("kbd",{text:s})),K("td",{text:r})),t=[["Tab","next panel, list or button; in a list, arrow keys walk and Enter selects"],["Wheel","zoom at the pointer; with Shift, move the window; over names, scroll lanes"],["Drag","move the window; on the axis of time, move the time"],["Click","select a frame or a node; beside them, go to that time"]],n=Cp("Keys",K("table",{class:"keys"},K("tbody",{},...[...i.map(s=>[s.shown,s.text]),...t].map(e))),K("p",{class:"soft",text:"A frame sent is a bar above the line of its node, an arrival a bar below it; the slanted line is its way through the water."}));return n.classList.add("help"),n}function Ep(i){let e=K("textarea",{aria:{label:"Address of this view"}}),t=K("textarea",{aria:{label:"Command that repeats the run"}});e.readOnly=t.readOnly=!0,e.rows=3,t.rows=2;let n=K("p",{class:"soft",role:"status"}),s=async(o,a)=>{try{await navigator.clipboard.writeText(o.value),n.textContent=`${a} is copied.`}catch{o.select(),n.textContent="Copy what is selected."}},r=Cp("Link to this view",K("label",{text:"Address"}),e,Mt("Copy address","Copy the address",()=>{s(e,"The address")}),K("label",{text:"Command that repeats the run"}),t,Mt("Copy command","Copy the command",()=>{s(t,"The command")}),n);return{element:r,open:()=>{e.value=i.store.link(),t.value=i.run().command,r.showModal(),s(e,"The address")}}}function Cp(i,...e){let t=K("dialog",{aria:{label:i}});return Wt(t,K("header",{},K("h2",{text:i}),Mt("×","Close",()=>t.close(),"small")),...e),t.addEventListener("click",n=>{n.target===t&&t.close()}),t}var Rp=60,Su=40,pl=class{constructor(e){this.page=e;let t=n=>()=>{e.step(n,"loss",-1)};this.element=K("section",{class:"panel inspector",aria:{label:"Selected frame"}},K("header",{},this.title,K("span",{class:"legend"}),K("span",{class:"tools"},Mt("« lost","Previous loss (p)",t(-1)),Mt("lost »","Next loss (n)",t(1)))),this.body),this.arrivals=qo("Arrivals of the frame",n=>e.store.set({node:Number(n.dataset.node)}),"arrivals"),this.life=qo("Life of the packet",n=>{let s=this.rows[Number(n.dataset.i)];s&&e.go(s)},"life"),this.frames=new Rn(()=>{this.missing="",this.dirty=!0},n=>{this.missing=n,this.dirty=!0}),this.packets=new Rn(()=>{this.dirty=!0},e.fault),e.store.subscribe(["selected","node","packet","run"],()=>{this.dirty=!0})}page;element;title=K("h2",{text:"Frame"});body=K("div",{class:"scroll",tabindex:0,aria:{label:"What is known of the selected frame"}});arrivals;life;frames;packets;rows=[];dirty=!0;missing="";shown=null;draw(){let e=this.page.store.view,t=e.selected;t&&this.frames.want(`${this.page.stamp()} ${t.link}.${t.number}`,()=>this.page.api.frame(e.run,t.link,t.number));let n=this.packet();n>0&&this.packets.want(`${this.page.stamp()} ${n}`,()=>this.page.api.packet(e.run,n)),this.dirty&&(this.dirty=!1,this.show())}frame(){let e=this.frames.value,t=this.page.store.view.selected;return e&&t&&e.link===t.link&&e.number===t.number?e:null}packet(){let e=this.frame();return e?e.packet:this.page.store.view.packet}show(){let e=this.frame(),t=this.page.store.view.selected;if(this.shown=null,!e){this.title.textContent=t?`Frame ${t.number}`:"Frame";let r=t?this.missing?`This frame cannot be shown: ${this.missing}.`:"":"Select a frame: click a mark or a shell, or press n for the next loss.";Wt(this.body,K("p",{class:"soft",text:r}),this.history());return}this.title.textContent=`Frame ${bt(e.number)} on ${dt(this.page.linkName(e.link),20)}`,this.title.title=`Frame ${e.number} on ${this.page.linkName(e.link)}`;let n=this.chosen(e);this.shown=n;let s=n?[this.why(e,n),this.others(n),this.heard(e,n)]:[K("p",{text:"It has reached no receiver."})];Wt(this.body,this.head(e),...s,this.history())}chosen(e){let t=this.page.store.view.node;return e.arrivals.find(n=>n.node===t)??e.arrivals.find(n=>n.node===e.dest)??e.arrivals.find(n=>!n.received)??e.arrivals[0]??null}head(e){let t=this.page,n=this.named(e.node),s=e.dest<0?K("b",{text:"everybody"}):this.named(e.dest),r=Mt(`${Pp(e.start)} s`,"Go to the start of sending",()=>t.at(e.start),"small"),o=e.power!==null?` · ${bt(e.power,2)} ${this.level(e.link)}`:"";return K("div",{class:"about"},K("p",{},n," → ",s,e.kind?` · ${e.kind}`:"",` · ${bt(e.bits)} bit`),K("p",{},"sent at ",r,` lasts ${Yi(e.airtime)}${e.aborted?", stopped by its sender":""}${o}`))}level(e){let t=this.page.run().links[e]?.unit;return t?`dB re 1 ${t.replace("u","µ")}`:"dB"}named(e){let t=this.page.nodeName(e);return K("b",{text:dt(t,24),title:t})}heard(e,t){let n=e.arrivals;if(n.length>Rp){let a=l=>l===t?0:l.received?2:1;n=[...n].sort((l,c)=>a(l)-a(c)).slice(0,Rp)}let s=n.map(a=>{let l=this.page.nodeName(a.node),c=a.ended!==null,h=$o({...a,ended:c});return K("div",{role:"option",data:{node:a.node},class:a===t?"chosen":"",aria:{selected:String(a===t)}},K("i",{class:`chip ${c?a.received?"received":a.cause==="collision"?"collision":a.locked?"lost":"missed":"flight"}`}),fn(dt(l,18),"",l),fn(h,"",a.by),fn(a.sinr===null?"":`${bt(a.sinr,1)} dB`,"number"))});Wt(this.arrivals,...s);let r=e.arrivals.length-n.length,o=`At ${bt(e.arrivals.length)} receiver${e.arrivals.length===1?"":"s"}`;return K("div",{},K("h3",{text:o}),this.arrivals,r>0?K("p",{class:"soft",text:`and ${bt(r)} more`}):null)}why(e,t){let n=[],s=this.level(e.link),r=(c,h,u)=>{u!==null&&n.push([c,h,`${bt(u,2)} dB`,u])};n.push(["began","arrives",`${Pp(t.began)} s`,t.began]),n.push(["delay","delay",Yi(t.delay),t.delay]),t.distance>0&&n.push(["distance","distance",`${t.distance<1e3?t.distance.toFixed(1):bt(t.distance,0)} m`,t.distance]),r("power","power",t.power),r("mean","mean power",t.mean),r("fading","fading",t.fading),r("noise","noise",t.noise),r("interference","interference",t.interference),r("sinr","SINR",t.sinr),r("reckoned","SINR reckoned",t.reckoned),t.doppler!==null&&n.push(["doppler","closing at",`${bt(t.doppler,3)} m/s`,t.doppler]);let o=K("dl",{data:{node:t.node,cause:t.cause}});for(let[c,h,u,d]of n)o.append(K("dt",{text:h}),K("dd",{text:u,data:{key:c,...d===null?{}:{value:d}}}));let a=this.page.nodeName(t.node),l=$o({...t,ended:t.ended!==null});return K("div",{class:"why"},K("h3",{title:a,text:`${l.charAt(0).toUpperCase()}${l.slice(1)} at ${dt(a,24)}`}),t.by?K("p",{text:t.by}):null,t.blocked?K("p",{text:`The receiver was sending: ${t.blocked}`}):null,o,s!=="dB"&&t.power!==null?K("p",{class:"soft",text:`Powers are in ${s}.`}):null)}others(e){if(e.interferers.length===0)return null;let t=[...e.interferers].sort((r,o)=>(o.power??-1/0)-(r.power??-1/0)),n=t.slice(0,Su).map(r=>this.other(r)),s=`Also came: ${bt(t.length)} wave${t.length===1?"":"s"}`;return K("div",{},K("h3",{text:s}),ll(["from","",">frame",">overlap",">power",""],n,"interferers"),t.length>Su?K("p",{class:"soft",text:`and ${bt(t.length-Su)} weaker ones`}):null)}other(e){let t=e.number===0,n=t&&e.node<0?"noise":this.page.nodeName(e.node),s=e.kind==="frame",r=t||e.kind==="its own echo"?null:Mt("go",`Go to frame ${e.number} of ${dt(n,60)}`,()=>this.page.select(e.link,e.number,-1,e.began),"small");return K("tr",{data:{link:e.link,number:e.number,power:e.power??"",overlap:e.overlap,kind:e.kind}},K("td",{text:dt(n,14),title:n}),K("td",{text:s?"":e.kind}),K("td",{text:t?"":bt(e.number),class:"number"}),K("td",{text:Yi(e.overlap),class:"number"}),K("td",{text:e.power===null?"–":`${bt(e.power,2)} dB`,class:"number"}),K("td",{},r))}history(){let e=this.packet(),t=this.packets.value?.rows??[];if(e<=0||t.length===0||!t.some(s=>s.packet===e))return null;let n=this.page.store.view;return this.rows=t,Wt(this.life,...t.slice(0,200).map((s,r)=>{let o=n.selected&&s.frame===n.selected.number&&s.link===n.selected.link,a=s.cause||(s.peer>=0?dt(this.page.nodeName(s.peer),14):"");return K("div",{role:"option",data:{i:r,index:s.index},class:o?"chosen":"",title:s.text},fn(s.t.toFixed(4),"number"),fn(dt(this.page.nodeName(s.node),12)),fn(s.kind,`kind ${s.kind}`),fn(a))})),K("div",{},K("h3",{text:`Life of packet ${bt(e)}`}),this.life)}};function Pp(i){return i.toFixed(9).replace(/0{1,6}$/,"")}var Ip=15,Lp=128,ml=class{constructor(e){this.page=e;let t="The window that all panels show: drag it, or its edges";this.handle=K("div",{class:"window",tabindex:0,role:"slider",title:t,aria:{label:"Window of time",valuemin:"0"}},K("i",{class:"edge left"}),K("i",{class:"edge right"})),this.field.append(this.handle,this.cursor),this.element=K("section",{class:"panel overview",aria:{label:"Overview of the run"}},this.note,this.field),this.feed=new Rn(()=>{this.dirty=!0,this.describe()},e.fault),new ResizeObserver(()=>{this.size={width:this.field.clientWidth,height:this.field.clientHeight},this.dirty=!0,this.place()}).observe(this.field),e.store.subscribe(["from","to","t"],()=>this.place()),e.store.subscribe(["run"],()=>{this.dirty=!0}),e.onLook(()=>{this.dirty=!0}),this.drag(),this.keys()}page;element;canvas=K("canvas",{class:"plot"});field=K("div",{class:"field"},this.canvas);handle;cursor=K("div",{class:"cursor"});note=K("div",{class:"side"});feed;size={width:0,height:0};dirty=!0;drawn=0;count(){return this.drawn}draw(){let e=Math.max(16,Math.min(Lp,Math.floor(this.size.width/4)));if(this.feed.want(`${this.page.stamp()} ${e}`,()=>this.page.api.overview(this.page.store.view.run,0,this.page.end(),e)),!this.dirty||this.size.width<10)return;this.dirty=!1;let t=this.canvas.getContext("2d",{willReadFrequently:!0}),n=devicePixelRatio||1,{width:s,height:r}=this.size,o=this.page.look;this.canvas.width=Math.round(s*n),this.canvas.height=Math.round(r*n),t.setTransform(n,0,0,n,0,0),t.fillStyle=o.paper,t.fillRect(0,0,s,r),this.feed.value&&this.bars(t,this.feed.value,r-Ip);let a=nl(0,this.page.end(),Math.max(2,s/90));t.fillStyle=o.soft,t.font="11px system-ui, sans-serif",t.textBaseline="middle";for(let l of a.values){let c=bt(l,Wr(a.step)),h=t.measureText(c).width;t.fillText(c,Math.min(Math.max(0,this.x(l)-h/2),s-h),r-Ip/2)}this.place()}x(e){return e/this.page.end()*this.size.width}bars(e,t,n){let s=ul(t.bins,Lp),r=t.classes,o=t.width*s,a=[r.received,r.collision,r.lost,r.missed].map(d=>bu(d,s)),l=bu(r.sent,s),c=l.map((d,f)=>a.reduce((p,x)=>p+x[f],0)),h=Math.max(...c,0),u=Math.max(...l,0);this.drawn=0;for(let d=0;d<c.length;d++){let f=this.x(t.from+d*o),p=Math.max(1,this.x(t.from+(d+1)*o)-f-.5),x=hl(a.map(m=>m[d]),h,n-3);for(let m=0;m<4;m++)x[m+1]!==x[m]&&(e.fillStyle=ks[m],e.fillRect(f,n-x[m+1],p,x[m+1]-x[m]),this.drawn++);h===0&&l[d]>0&&(e.fillStyle=Yn,e.fillRect(f,n-n*l[d]/u,p,n))}for(let d of this.page.run().failures)this.failure(e,this.x(d.t),d.works)}failure(e,t,n){e.strokeStyle=e.fillStyle=Zn,e.lineWidth=1.5,e.beginPath(),e.moveTo(t,9),e.lineTo(t-4.5,1),e.lineTo(t+4.5,1),e.closePath(),n||e.fill(),e.stroke()}describe(){let e=this.feed.value?.classes;if(!e)return;let t=s=>s.reduce((r,o)=>r+o,0),n=[e.received,e.collision,e.lost,e.missed].map((s,r)=>`${bt(t(s))} ${sl[r]}`);this.note.textContent="Whole run",this.note.title=`Arrivals of the whole run: ${n.join(", ")}; ${bt(t(e.sent))} frames sent${this.failures()}`,this.field.title=this.note.title}failures(){return this.page.run().failures.slice(0,20).map(t=>`
${t.t} s: ${t.part} of ${this.page.nodeName(t.node)} ${t.works?"works again":"has failed"}`).join("")}place(){let e=this.page.store.view,t=this.x(e.from),n=Math.max(6,this.x(e.to)-t);this.handle.style.transform=`translateX(${Math.min(t,this.size.width-n).toFixed(1)}px)`,this.handle.style.width=`${n.toFixed(1)}px`,this.cursor.style.transform=`translateX(${this.x(e.t).toFixed(1)}px)`;let s=`from ${e.from.toFixed(3)} s to ${e.to.toFixed(3)} s`;this.handle.getAttribute("aria-valuetext")!==s&&(this.handle.setAttribute("aria-valuetext",s),this.handle.setAttribute("aria-valuenow",e.from.toFixed(3)),this.handle.setAttribute("aria-valuemax",this.page.end().toFixed(3)),this.handle.dataset.width=Yi(e.to-e.from))}drag(){let e=null,t=s=>(s.clientX-this.field.getBoundingClientRect().left)/this.size.width*this.page.end();this.field.addEventListener("pointerdown",s=>{if(s.button!==0)return;let r=s.target.classList,a=this.handle.clientWidth>24?r.contains("left")?-1:r.contains("right")?1:0:0,l=this.page.store.view,c=t(s),h=l.to-l.from;this.handle.contains(s.target)||(this.page.show({from:c-h/2,to:c+h/2}),this.page.store.set({t:Math.min(Math.max(c,0),this.page.end()),live:!1}));let u=this.page.store.view;e={x:c,from:u.from,to:u.to,edge:a},this.field.setPointerCapture(s.pointerId)}),this.field.addEventListener("pointermove",s=>{if(!e)return;let r=t(s)-e.x;e.edge<0?this.page.show({from:Math.min(e.from+r,e.to-1e-6),to:e.to}):e.edge>0?this.page.show({from:e.from,to:Math.max(e.to+r,e.from+1e-6)}):this.page.show({from:e.from+r,to:e.to+r})});let n=()=>{e=null};this.field.addEventListener("pointerup",n),this.field.addEventListener("pointercancel",n),this.field.addEventListener("wheel",s=>{s.preventDefault(),this.page.show(Fs(this.page.store.view,this.page.store.view.t,Math.exp(Math.max(-1,Math.min(1,s.deltaY/400))),this.page.end()))},{passive:!1})}keys(){this.handle.addEventListener("keydown",e=>{let t=this.page.store.view,n=this.page.end();if(e.key==="ArrowRight"||e.key==="ArrowLeft")this.page.show(Us(t,e.key==="ArrowRight"?.25:-.25,n));else if(e.key==="ArrowUp"||e.key==="ArrowDown")this.page.show(Fs(t,(t.from+t.to)/2,e.key==="ArrowUp"?.7:1/.7,n));else if(e.key==="Home")this.page.show(Un({from:0,to:t.to-t.from},n));else if(e.key==="End")this.page.show(Un({from:n-(t.to-t.from),to:n},n));else return;e.preventDefault(),e.stopPropagation()})}};var lv="uplot",cv="u-hz",hv="u-vt",uv="u-title",dv="u-wrap",fv="u-under",pv="u-over",mv="u-axis",ur="u-off",gv="u-select",xv="u-cursor-x",vv="u-cursor-y",yv="u-cursor-pt",_v="u-legend",bv="u-live",Mv="u-inline",wv="u-series",Sv="u-marker",Np="u-label",Av="u-value",Zo="width",Jo="height";var Dp="bottom",Xr="left",Au="right",Gu="#000",Fp=Gu+"0",Tu="mousemove",Up="mousedown",Eu="mouseup",kp="mouseenter",Op="mouseleave",Bp="dblclick",Tv="resize",Ev="scroll",zp="change",_l="dppxchange",Hu="--",jr=typeof window<"u",Lu=jr?document:null,qr=jr?window:null,Cv=jr?navigator:null,Tt,gl;function Nu(){let i=devicePixelRatio;Tt!=i&&(Tt=i,gl&&Fu(zp,gl,Nu),gl=matchMedia(`(min-resolution: ${Tt-.001}dppx) and (max-resolution: ${Tt+.001}dppx)`),dr(zp,gl,Nu),qr.dispatchEvent(new CustomEvent(_l)))}function oi(i,e){if(e!=null){let t=i.classList;!t.contains(e)&&t.add(e)}}function Du(i,e){let t=i.classList;t.contains(e)&&t.remove(e)}function Xt(i,e,t){i.style[e]=t+"px"}function Ri(i,e,t,n){let s=Lu.createElement(i);return e!=null&&oi(s,e),t?.insertBefore(s,n),s}function vi(i,e){return Ri("div",i,e)}var Vp=new WeakMap;function Ji(i,e,t,n,s){let r="translate("+e+"px,"+t+"px)",o=Vp.get(i);r!=o&&(i.style.transform=r,Vp.set(i,r),e<0||t<0||e>n||t>s?oi(i,ur):Du(i,ur))}var Gp=new WeakMap;function Hp(i,e,t){let n=e+t,s=Gp.get(i);n!=s&&(Gp.set(i,n),i.style.background=e,i.style.borderColor=t)}var Wp=new WeakMap;function Xp(i,e,t,n){let s=e+""+t,r=Wp.get(i);s!=r&&(Wp.set(i,s),i.style.height=t+"px",i.style.width=e+"px",i.style.marginLeft=n?-e/2+"px":0,i.style.marginTop=n?-t/2+"px":0)}var Wu={passive:!0},Rv={...Wu,capture:!0};function dr(i,e,t,n){e.addEventListener(i,t,n?Rv:Wu)}function Fu(i,e,t,n){e.removeEventListener(i,t,Wu)}jr&&Nu();function Pi(i,e,t,n){let s;t=t||0,n=n||e.length-1;let r=n<=2147483647;for(;n-t>1;)s=r?t+n>>1:ai((t+n)/2),e[s]<i?t=s:n=s;return i-e[t]<=e[n]-i?t:n}function ym(i){return(t,n,s)=>{let r=-1,o=-1;for(let a=n;a<=s;a++)if(i(t[a])){r=a;break}for(let a=s;a>=n;a--)if(i(t[a])){o=a;break}return[r,o]}}var _m=i=>i!=null,bm=i=>i!=null&&i>0,wl=ym(_m),Pv=ym(bm);function Iv(i,e,t,n=0,s=!1){let r=s?Pv:wl,o=s?bm:_m;[e,t]=r(i,e,t);let a=i[e],l=i[e];if(e>-1)if(n==1)a=i[e],l=i[t];else if(n==-1)a=i[t],l=i[e];else for(let c=e;c<=t;c++){let h=i[c];o(h)&&(h<a?a=h:h>l&&(l=h))}return[a??Ft,l??-Ft]}function Sl(i,e,t,n){let s=Yp(i),r=Yp(e);i==e&&(s==-1?(i*=t,e/=t):(i/=t,e*=t));let o=t==10?cs:Mm,a=s==1?ai:yi,l=r==1?yi:ai,c=a(o(_n(i))),h=l(o(_n(e))),u=Yr(t,c),d=Yr(t,h);return t==10&&(c<0&&(u=Ut(u,-c)),h<0&&(d=Ut(d,-h))),n||t==2?(i=u*s,e=d*r):(i=Tm(i,u),e=Al(e,d)),[i,e]}function Xu(i,e,t,n){let s=Sl(i,e,t,n);return i==0&&(s[0]=0),e==0&&(s[1]=0),s}var $u=.1,$p={mode:3,pad:$u},jo={pad:0,soft:null,mode:0},Lv={min:jo,max:jo};function bl(i,e,t,n){return Tl(t)?qp(i,e,t):(jo.pad=t,jo.soft=n?0:null,jo.mode=n?3:0,qp(i,e,Lv))}function St(i,e){return i??e}function Nv(i,e,t){for(e=St(e,0),t=St(t,i.length-1);e<=t;){if(i[e]!=null)return!0;e++}return!1}function qp(i,e,t){let n=t.min,s=t.max,r=St(n.pad,0),o=St(s.pad,0),a=St(n.hard,-Ft),l=St(s.hard,Ft),c=St(n.soft,Ft),h=St(s.soft,-Ft),u=St(n.mode,0),d=St(s.mode,0),f=e-i,p=cs(f),x=Jn(_n(i),_n(e)),m=cs(x),g=_n(m-p);(f<1e-24||g>10)&&(f=0,(i==0||e==0)&&(f=1e-24,u==2&&c!=Ft&&(r=0),d==2&&h!=-Ft&&(o=0)));let _=f||x||1e3,E=cs(_),M=Yr(10,ai(E)),C=_*(f==0?i==0?.1:1:r),T=Ut(Tm(i-C,M/10),24),v=i>=c&&(u==1||u==3&&T<=c||u==2&&T>=c)?c:Ft,S=Jn(a,T<v&&i>=v?v:Ii(v,T)),F=_*(f==0?e==0?.1:1:o),I=Ut(Al(e+F,M/10),24),L=e<=h&&(d==1||d==3&&I>=h||d==2&&I<=h)?h:-Ft,O=Ii(l,I>L&&e<=L?L:Jn(L,I));return S==O&&S==0&&(O=100),[S,O]}var Dv=new Intl.NumberFormat(jr?Cv.language:"en-US"),qu=i=>Dv.format(i),li=Math,yl=li.PI,_n=li.abs,ai=li.floor,yn=li.round,yi=li.ceil,Ii=li.min,Jn=li.max,Yr=li.pow,Yp=li.sign,cs=li.log10,Mm=li.log2,Fv=(i,e=1)=>li.sinh(i)*e,Cu=(i,e=1)=>li.asinh(i/e),Ft=1/0;function Zp(i){return(cs((i^i>>31)-(i>>31))|0)+1}function Uu(i,e,t){return Ii(Jn(i,e),t)}function wm(i){return typeof i=="function"}function vt(i){return wm(i)?i:()=>i}var Uv=()=>{},Sm=i=>i,Am=(i,e)=>e,kv=i=>null,Jp=i=>!0,Kp=(i,e)=>i==e,Ov=/\.\d*?(?=9{6,}|0{6,})/gm,fr=i=>{if(Cm(i)||zs.has(i))return i;let e=`${i}`,t=e.match(Ov);if(t==null)return i;let n=t[0].length-1;if(e.indexOf("e-")!=-1){let[s,r]=e.split("e");return+`${fr(s)}e${r}`}return Ut(i,n)};function cr(i,e){return fr(Ut(fr(i/e))*e)}function Al(i,e){return fr(yi(fr(i/e))*e)}function Tm(i,e){return fr(ai(fr(i/e))*e)}function Ut(i,e=0){if(Cm(i))return i;let t=10**e,n=i*t*(1+Number.EPSILON);return yn(n)/t}var zs=new Map;function Em(i){return((""+i).split(".")[1]||"").length}function ea(i,e,t,n){let s=[],r=n.map(Em);for(let o=e;o<t;o++){let a=_n(o),l=Ut(Yr(i,o),a);for(let c=0;c<n.length;c++){let h=i==10?+`${n[c]}e${o}`:n[c]*l,u=(o>=0?0:a)+(o>=r[c]?0:r[c]),d=i==10?h:Ut(h,u);s.push(d),zs.set(d,u)}}return s}var Qo={},Yu=[],Zr=[null,null],Bs=Array.isArray,Cm=Number.isInteger,Bv=i=>i===void 0;function jp(i){return typeof i=="string"}function Tl(i){let e=!1;if(i!=null){let t=i.constructor;e=t==null||t==Object}return e}function zv(i){return i!=null&&typeof i=="object"}var Vv=Object.getPrototypeOf(Uint8Array),Rm="__proto__";function Jr(i,e=Tl){let t;if(Bs(i)){let n=i.find(s=>s!=null);if(Bs(n)||e(n)){t=Array(i.length);for(let s=0;s<i.length;s++)t[s]=Jr(i[s],e)}else t=i.slice()}else if(i instanceof Vv)t=i.slice();else if(e(i)){t={};for(let n in i)n!=Rm&&(t[n]=Jr(i[n],e))}else t=i;return t}function pn(i){let e=arguments;for(let t=1;t<e.length;t++){let n=e[t];for(let s in n)s!=Rm&&(Tl(i[s])?pn(i[s],Jr(n[s])):i[s]=Jr(n[s]))}return i}var Gv=0,Hv=1,Wv=2;function Xv(i,e,t){for(let n=0,s,r=-1;n<e.length;n++){let o=e[n];if(o>r){for(s=o-1;s>=0&&i[s]==null;)i[s--]=null;for(s=o+1;s<t&&i[s]==null;)i[r=s++]=null}}}function $v(i,e){if(Zv(i)){let o=i[0].slice();for(let a=1;a<i.length;a++)o.push(...i[a].slice(1));return Jv(o[0])||(o=Yv(o)),o}let t=new Set;for(let o=0;o<i.length;o++){let l=i[o][0],c=l.length;for(let h=0;h<c;h++)t.add(l[h])}let n=[Array.from(t).sort((o,a)=>o-a)],s=n[0].length,r=new Map;for(let o=0;o<s;o++)r.set(n[0][o],o);for(let o=0;o<i.length;o++){let a=i[o],l=a[0];for(let c=1;c<a.length;c++){let h=a[c],u=Array(s).fill(void 0),d=e?e[o][c]:Hv,f=[];for(let p=0;p<h.length;p++){let x=h[p],m=r.get(l[p]);x===null?d!=Gv&&(u[m]=x,d==Wv&&f.push(m)):u[m]=x}Xv(u,f,s),n.push(u)}}return n}var qv=typeof queueMicrotask>"u"?i=>Promise.resolve().then(i):queueMicrotask;function Yv(i){let e=i[0],t=e.length,n=Array(t);for(let r=0;r<n.length;r++)n[r]=r;n.sort((r,o)=>e[r]-e[o]);let s=[];for(let r=0;r<i.length;r++){let o=i[r],a=Array(t);for(let l=0;l<t;l++)a[l]=o[n[l]];s.push(a)}return s}function Zv(i){let e=i[0][0],t=e.length;for(let n=1;n<i.length;n++){let s=i[n][0];if(s.length!=t)return!1;if(s!=e){for(let r=0;r<t;r++)if(s[r]!=e[r])return!1}}return!0}function Jv(i,e=100){let t=i.length;if(t<=1)return!0;let n=0,s=t-1;for(;n<=s&&i[n]==null;)n++;for(;s>=n&&i[s]==null;)s--;if(s<=n)return!0;let r=Jn(1,ai((s-n+1)/e));for(let o=i[n],a=n+r;a<=s;a+=r){let l=i[a];if(l!=null){if(l<=o)return!1;o=l}}return!0}var Pm=["January","February","March","April","May","June","July","August","September","October","November","December"],Im=["Sunday","Monday","Tuesday","Wednesday","Thursday","Friday","Saturday"];function Lm(i){return i.slice(0,3)}var Kv=Im.map(Lm),jv=Pm.map(Lm),Qv={MMMM:Pm,MMM:jv,WWWW:Im,WWW:Kv};function Yo(i){return(i<10?"0":"")+i}function ey(i){return(i<10?"00":i<100?"0":"")+i}var ty={YYYY:i=>i.getFullYear(),YY:i=>(i.getFullYear()+"").slice(2),MMMM:(i,e)=>e.MMMM[i.getMonth()],MMM:(i,e)=>e.MMM[i.getMonth()],MM:i=>Yo(i.getMonth()+1),M:i=>i.getMonth()+1,DD:i=>Yo(i.getDate()),D:i=>i.getDate(),WWWW:(i,e)=>e.WWWW[i.getDay()],WWW:(i,e)=>e.WWW[i.getDay()],HH:i=>Yo(i.getHours()),H:i=>i.getHours(),h:i=>{let e=i.getHours();return e==0?12:e>12?e-12:e},AA:i=>i.getHours()>=12?"PM":"AM",aa:i=>i.getHours()>=12?"pm":"am",a:i=>i.getHours()>=12?"p":"a",mm:i=>Yo(i.getMinutes()),m:i=>i.getMinutes(),ss:i=>Yo(i.getSeconds()),s:i=>i.getSeconds(),fff:i=>ey(i.getMilliseconds())};function Zu(i,e){e=e||Qv;let t=[],n=/\{([a-z]+)\}|[^{]+/gi,s;for(;s=n.exec(i);)t.push(s[0][0]=="{"?ty[s[1]]:s[0]);return r=>{let o="";for(let a=0;a<t.length;a++)o+=typeof t[a]=="string"?t[a]:t[a](r,e);return o}}var ny=new Intl.DateTimeFormat().resolvedOptions().timeZone;function iy(i,e){let t;return e=="UTC"||e=="Etc/UTC"?t=new Date(+i+i.getTimezoneOffset()*6e4):e==ny?t=i:(t=new Date(i.toLocaleString("en-US",{timeZone:e})),t.setMilliseconds(i.getMilliseconds())),t}var Nm=i=>i%1==0,Ml=[1,2,2.5,5],sy=ea(10,-32,0,Ml),Dm=ea(10,0,32,Ml),ry=Dm.filter(Nm),hr=sy.concat(Dm),Ju=`
`,Fm="{YYYY}",Qp=Ju+Fm,Um="{M}/{D}",Ko=Ju+Um,xl=Ko+"/{YY}",km="{aa}",oy="{h}:{mm}",$r=oy+km,em=Ju+$r,tm=":{ss}",Et=null;function Om(i){let e=i*1e3,t=e*60,n=t*60,s=n*24,r=s*30,o=s*365,l=(i==1?ea(10,0,3,Ml).filter(Nm):ea(10,-3,0,Ml)).concat([e,e*5,e*10,e*15,e*30,t,t*5,t*10,t*15,t*30,n,n*2,n*3,n*4,n*6,n*8,n*12,s,s*2,s*3,s*4,s*5,s*6,s*7,s*8,s*9,s*10,s*15,r,r*2,r*3,r*4,r*6,o,o*2,o*5,o*10,o*25,o*50,o*100]),c=[[o,Fm,Et,Et,Et,Et,Et,Et,1],[s*28,"{MMM}",Qp,Et,Et,Et,Et,Et,1],[s,Um,Qp,Et,Et,Et,Et,Et,1],[n,"{h}"+km,xl,Et,Ko,Et,Et,Et,1],[t,$r,xl,Et,Ko,Et,Et,Et,1],[e,tm,xl+" "+$r,Et,Ko+" "+$r,Et,em,Et,1],[i,tm+".{fff}",xl+" "+$r,Et,Ko+" "+$r,Et,em,Et,1]];function h(u){return(d,f,p,x,m,g)=>{let _=[],E=m>=o,M=m>=r&&m<o,C=u(p),T=Ut(C*i,3),v=Ru(C.getFullYear(),E?0:C.getMonth(),M||E?1:C.getDate()),S=Ut(v*i,3);if(M||E){let F=M?m/r:0,I=E?m/o:0,L=T==S?T:Ut(Ru(v.getFullYear()+I,v.getMonth()+F,1)*i,3),O=new Date(yn(L/i)),z=O.getFullYear(),N=O.getMonth();for(let H=0;L<=x;H++){let X=Ru(z+I*H,N+F*H,1),V=X-u(Ut(X*i,3));L=Ut((+X+V)*i,3),L<=x&&_.push(L)}}else{let F=m>=s?s:m,I=ai(p)-ai(T),L=S+I+Al(T-S,F);_.push(L);let O=u(L),z=O.getHours()+O.getMinutes()/t+O.getSeconds()/n,N=m/n,H=d.axes[f]._space,X=g/H;for(;L=Ut(L+m,i==1?0:3),!(L>x);)if(N>1){let V=ai(Ut(z+N,6))%24,Q=u(L).getHours()-V;Q>1&&(Q=-1),L-=Q*n,z=(z+N)%24;let se=_[_.length-1];Ut((L-se)/m,3)*X>=.7&&_.push(L)}else _.push(L)}return _}}return[l,c,h]}var[ay,ly,cy]=Om(1),[hy,uy,dy]=Om(.001);ea(2,-53,53,[1]);function nm(i,e){return i.map(t=>t.map((n,s)=>s==0||s==8||n==null?n:e(s==1||t[8]==0?n:t[1]+n)))}function im(i,e){return(t,n,s,r,o)=>{let a=e.find(p=>o>=p[0])||e[e.length-1],l,c,h,u,d,f;return n.map(p=>{let x=i(p),m=x.getFullYear(),g=x.getMonth(),_=x.getDate(),E=x.getHours(),M=x.getMinutes(),C=x.getSeconds(),T=m!=l&&a[2]||g!=c&&a[3]||_!=h&&a[4]||E!=u&&a[5]||M!=d&&a[6]||C!=f&&a[7]||a[1];return l=m,c=g,h=_,u=E,d=M,f=C,T(x)})}}function fy(i,e){let t=Zu(e);return(n,s,r,o,a)=>s.map(l=>t(i(l)))}function Ru(i,e,t){return new Date(i,e,t)}function sm(i,e){return e(i)}var py="{YYYY}-{MM}-{DD} {h}:{mm}{aa}";function rm(i,e){return(t,n,s,r)=>r==null?Hu:e(i(n))}function my(i,e){let t=i.series[e];return t.width?t.stroke(i,e):t.points.width?t.points.stroke(i,e):null}function gy(i,e){return i.series[e].fill(i,e)}var xy={show:!0,live:!0,isolate:!1,mount:Uv,markers:{show:!0,width:2,stroke:my,fill:gy,dash:"solid"},idx:null,idxs:null,values:[]};function vy(i,e){let t=i.cursor.points,n=vi(),s=t.size(i,e);Xt(n,Zo,s),Xt(n,Jo,s);let r=s/-2;Xt(n,"marginLeft",r),Xt(n,"marginTop",r);let o=t.width(i,e,s);return o&&Xt(n,"borderWidth",o),n}function yy(i,e){let t=i.series[e].points;return t._fill||t._stroke}function _y(i,e){let t=i.series[e].points;return t._stroke||t._fill}function by(i,e){return i.series[e].points.size}var Pu=[0,0];function My(i,e,t){return Pu[0]=e,Pu[1]=t,Pu}function vl(i,e,t,n=!0){return s=>{s.button==0&&(!n||s.target==e)&&t(s)}}function Iu(i,e,t,n=!0){return s=>{(!n||s.target==e)&&t(s)}}var wy={show:!0,x:!0,y:!0,lock:!1,move:My,points:{one:!1,show:vy,size:by,width:0,stroke:_y,fill:yy},bind:{mousedown:vl,mouseup:vl,click:vl,dblclick:vl,mousemove:Iu,mouseleave:Iu,mouseenter:Iu},drag:{setScale:!0,x:!0,y:!1,dist:0,uni:null,click:(i,e)=>{e.stopPropagation(),e.stopImmediatePropagation()},_x:!1,_y:!1},focus:{dist:(i,e,t,n,s)=>n-s,prox:-1,bias:0},hover:{skip:[void 0],prox:null,bias:0},left:-10,top:-10,idx:null,dataIdx:null,idxs:null,event:null},Bm={show:!0,stroke:"rgba(0,0,0,0.07)",width:2},Ku=pn({},Bm,{filter:Am}),zm=pn({},Ku,{size:10}),Vm=pn({},Bm,{show:!1}),ju='12px system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Noto Sans", sans-serif, "Apple Color Emoji", "Segoe UI Emoji", "Segoe UI Symbol", "Noto Color Emoji"',Gm="bold "+ju,Hm=1.5,om={show:!0,scale:"x",stroke:Gu,space:50,gap:5,alignTo:1,size:50,labelGap:0,labelSize:30,labelFont:Gm,side:2,grid:Ku,ticks:zm,border:Vm,font:ju,lineGap:Hm,rotate:0},Sy="Value",Ay="Time",am={show:!0,scale:"x",auto:!1,sorted:1,min:Ft,max:-Ft,idxs:[]};function Ty(i,e,t,n,s){return e.map(r=>r==null?"":qu(r))}function Ey(i,e,t,n,s,r,o){let a=[],l=zs.get(s)||0;t=o?t:Ut(Al(t,s),l);for(let c=t;c<=n;c=Ut(c+s,l))a.push(Object.is(c,-0)?0:c);return a}function ku(i,e,t,n,s,r,o){let a=[],l=i.scales[i.axes[e].scale].log,c=l==10?cs:Mm,h=ai(c(t));s=Yr(l,h),l==10&&(s=hr[Pi(s,hr)]);let u=t,d=s*l;l==10&&(d=hr[Pi(d,hr)]);do a.push(u),u=u+s,l==10&&!zs.has(u)&&(u=Ut(u,zs.get(s))),u>=d&&(s=u,d=s*l,l==10&&(d=hr[Pi(d,hr)]));while(u<=n);return a}function Cy(i,e,t,n,s,r,o){let l=i.scales[i.axes[e].scale].asinh,c=n>l?ku(i,e,Jn(l,t),n,s):[l],h=n>=0&&t<=0?[0]:[];return(t<-l?ku(i,e,Jn(l,-n),-t,s):[l]).reverse().map(d=>-d).concat(h,c)}var Wm=/./,Ry=/[12357]/,Py=/[125]/,lm=/1/,Ou=(i,e,t,n)=>i.map((s,r)=>e==4&&s==0||r%n==0&&t.test(s.toExponential()[s<0?1:0])?s:null);function Iy(i,e,t,n,s){let r=i.axes[t],o=r.scale,a=i.scales[o],l=i.valToPos,c=r._space,h=l(10,o),u=l(9,o)-h>=c?Wm:l(7,o)-h>=c?Ry:l(5,o)-h>=c?Py:lm;if(u==lm){let d=_n(l(1,o)-h);if(d<c)return Ou(e.slice().reverse(),a.distr,u,yi(c/d)).reverse()}return Ou(e,a.distr,u,1)}function Ly(i,e,t,n,s){let r=i.axes[t],o=r.scale,a=r._space,l=i.valToPos,c=_n(l(1,o)-l(2,o));return c<a?Ou(e.slice().reverse(),3,Wm,yi(a/c)).reverse():e}function Ny(i,e,t,n){return n==null?Hu:e==null?"":qu(e)}var cm={show:!0,scale:"y",stroke:Gu,space:30,gap:5,alignTo:1,size:50,labelGap:0,labelSize:30,labelFont:Gm,side:3,grid:Ku,ticks:zm,border:Vm,font:ju,lineGap:Hm,rotate:0};function Dy(i,e){let t=3+(i||1)*2;return Ut(t*e,3)}function Fy(i,e){let{scale:t,idxs:n}=i.series[0],s=i._data[0],r=i.valToPos(s[n[0]],t,!0),o=i.valToPos(s[n[1]],t,!0),a=_n(o-r),l=i.series[e],c=a/(l.points.space*Tt);return n[1]-n[0]<=c}var hm={scale:null,auto:!0,sorted:0,min:Ft,max:-Ft},Xm=(i,e,t,n,s)=>s,um={show:!0,auto:!0,sorted:0,gaps:Xm,alpha:1,facets:[pn({},hm,{scale:"x"}),pn({},hm,{scale:"y"})]},dm={scale:"y",auto:!0,sorted:0,show:!0,spanGaps:!1,gaps:Xm,alpha:1,points:{show:Fy,filter:null},values:null,min:Ft,max:-Ft,idxs:[],path:null,clip:null};function Uy(i,e,t,n,s){return t/10}var $m={time:!0,auto:!0,distr:1,log:10,asinh:1,min:null,max:null,dir:1,ori:0},ky=pn({},$m,{time:!1,ori:1}),fm={};function qm(i,e){let t=fm[i];return t||(t={key:i,plots:[],sub(n){t.plots.push(n)},unsub(n){t.plots=t.plots.filter(s=>s!=n)},pub(n,s,r,o,a,l,c){for(let h=0;h<t.plots.length;h++)t.plots[h]!=s&&t.plots[h].pub(n,s,r,o,a,l,c)}},i!=null&&(fm[i]=t)),t}var Kr=1,Bu=2;function pr(i,e,t){let n=i.mode,s=i.series[e],r=n==2?i._data[e]:i._data,o=i.scales,a=i.bbox,l=r[0],c=n==2?r[1]:r[e],h=n==2?o[s.facets[0].scale]:o[i.series[0].scale],u=n==2?o[s.facets[1].scale]:o[s.scale],d=a.left,f=a.top,p=a.width,x=a.height,m=i.valToPosH,g=i.valToPosV;return h.ori==0?t(s,l,c,h,u,m,g,d,f,p,x,Cl,Qr,Pl,Zm,Km):t(s,l,c,h,u,g,m,f,d,x,p,Rl,eo,td,Jm,jm)}function Qu(i,e){let t=0,n=0,s=St(i.bands,Yu);for(let r=0;r<s.length;r++){let o=s[r];o.series[0]==e?t=o.dir:o.series[1]==e&&(o.dir==1?n|=1:n|=2)}return[t,n==1?-1:n==2?1:n==3?2:0]}function Oy(i,e,t,n,s){let r=i.mode,o=i.series[e],a=r==2?o.facets[1].scale:o.scale,l=i.scales[a];return s==-1?l.min:s==1?l.max:l.distr==3?l.dir==1?l.min:l.max:0}function hs(i,e,t,n,s,r){return pr(i,e,(o,a,l,c,h,u,d,f,p,x,m)=>{let g=o.pxRound,_=c.dir*(c.ori==0?1:-1),E=c.ori==0?Qr:eo,M,C;_==1?(M=t,C=n):(M=n,C=t);let T=g(u(a[M],c,x,f)),v=g(d(l[M],h,m,p)),S=g(u(a[C],c,x,f)),F=g(d(r==1?h.max:h.min,h,m,p)),I=new Path2D(s);return E(I,S,F),E(I,T,F),E(I,T,v),I})}function El(i,e,t,n,s,r){let o=null;if(i.length>0){o=new Path2D;let a=e==0?Pl:td,l=t;for(let u=0;u<i.length;u++){let d=i[u];if(d[1]>d[0]){let f=d[0]-l;f>0&&a(o,l,n,f,n+r),l=d[1]}}let c=t+s-l,h=10;c>0&&a(o,l,n-h/2,c,n+r+h)}return o}function By(i,e,t){let n=i[i.length-1];n&&n[0]==e?n[1]=t:i.push([e,t])}function ed(i,e,t,n,s,r,o){let a=[],l=i.length;for(let c=s==1?t:n;c>=t&&c<=n;c+=s)if(e[c]===null){let u=c,d=c;if(s==1)for(;++c<=n&&e[c]===null;)d=c;else for(;--c>=t&&e[c]===null;)d=c;let f=r(i[u]),p=d==u?f:r(i[d]),x=u-s;f=o<=0&&x>=0&&x<l?r(i[x]):f;let g=d+s;p=o>=0&&g>=0&&g<l?r(i[g]):p,p>=f&&a.push([f,p])}return a}function pm(i){return i==0?Sm:i==1?yn:e=>cr(e,i)}function Ym(i){let e=i==0?Cl:Rl,t=i==0?(s,r,o,a,l,c)=>{s.arcTo(r,o,a,l,c)}:(s,r,o,a,l,c)=>{s.arcTo(o,r,l,a,c)},n=i==0?(s,r,o,a,l)=>{s.rect(r,o,a,l)}:(s,r,o,a,l)=>{s.rect(o,r,l,a)};return(s,r,o,a,l,c=0,h=0)=>{c==0&&h==0?n(s,r,o,a,l):(c=Ii(c,a/2,l/2),h=Ii(h,a/2,l/2),e(s,r+c,o),t(s,r+a,o,r+a,o+l,c),t(s,r+a,o+l,r,o+l,h),t(s,r,o+l,r,o,h),t(s,r,o,r+a,o,c),s.closePath())}}var Cl=(i,e,t)=>{i.moveTo(e,t)},Rl=(i,e,t)=>{i.moveTo(t,e)},Qr=(i,e,t)=>{i.lineTo(e,t)},eo=(i,e,t)=>{i.lineTo(t,e)},Pl=Ym(0),td=Ym(1),Zm=(i,e,t,n,s,r)=>{i.arc(e,t,n,s,r)},Jm=(i,e,t,n,s,r)=>{i.arc(t,e,n,s,r)},Km=(i,e,t,n,s,r,o)=>{i.bezierCurveTo(e,t,n,s,r,o)},jm=(i,e,t,n,s,r,o)=>{i.bezierCurveTo(t,e,s,n,o,r)};function Qm(i){return(e,t,n,s,r)=>pr(e,t,(o,a,l,c,h,u,d,f,p,x,m)=>{let{pxRound:g,points:_}=o,E,M;c.ori==0?(E=Cl,M=Zm):(E=Rl,M=Jm);let C=Ut(_.width*Tt,3),T=(_.size-_.width)/2*Tt,v=Ut(T*2,3),S=new Path2D,F=new Path2D,{left:I,top:L,width:O,height:z}=e.bbox;Pl(F,I-v,L-v,O+v*2,z+v*2);let N=H=>{if(l[H]!=null){let X=g(u(a[H],c,x,f)),V=g(d(l[H],h,m,p));E(S,X+T,V),M(S,X,V,T,0,yl*2)}};if(r)r.forEach(N);else for(let H=n;H<=s;H++)N(H);return{stroke:C>0?S:null,fill:S,clip:F,flags:Kr|Bu}})}function eg(i){return(e,t,n,s,r,o)=>{n!=s&&(r!=n&&o!=n&&i(e,t,n),r!=s&&o!=s&&i(e,t,s),i(e,t,o))}}var zy=eg(Qr),Vy=eg(eo);function tg(i){let e=St(i?.alignGaps,0);return(t,n,s,r)=>pr(t,n,(o,a,l,c,h,u,d,f,p,x,m)=>{[s,r]=wl(l,s,r);let g=o.pxRound,_=z=>g(u(z,c,x,f)),E=z=>g(d(z,h,m,p)),M,C;c.ori==0?(M=Qr,C=zy):(M=eo,C=Vy);let T=c.dir*(c.ori==0?1:-1),v={stroke:new Path2D,fill:null,clip:null,band:null,gaps:null,flags:Kr},S=v.stroke,F=!1;if(r-s>=x*4){let z=ue=>t.posToVal(ue,c.key,!0),N=null,H=null,X,V,le,Z=_(a[T==1?s:r]),Q=_(a[s]),se=_(a[r]),de=z(T==1?Q+1:se-1);for(let ue=T==1?s:r;ue>=s&&ue<=r;ue+=T){let ee=a[ue],ve=(T==1?ee<de:ee>de)?Z:_(ee),Ee=l[ue];ve==Z?Ee!=null?(V=Ee,N==null?(M(S,ve,E(V)),X=N=H=V):V<N?N=V:V>H&&(H=V)):Ee===null&&(F=!0):(N!=null&&C(S,Z,E(N),E(H),E(X),E(V)),Ee!=null?(V=Ee,M(S,ve,E(V)),N=H=X=V):(N=H=null,Ee===null&&(F=!0)),Z=ve,de=z(Z+T))}N!=null&&N!=H&&le!=Z&&C(S,Z,E(N),E(H),E(X),E(V))}else for(let z=T==1?s:r;z>=s&&z<=r;z+=T){let N=l[z];N===null?F=!0:N!=null&&M(S,_(a[z]),E(N))}let[L,O]=Qu(t,n);if(o.fill!=null||L!=0){let z=v.fill=new Path2D(S),N=o.fillTo(t,n,o.min,o.max,L),H=E(N),X=_(a[s]),V=_(a[r]);T==-1&&([V,X]=[X,V]),M(z,V,H),M(z,X,H)}if(!o.spanGaps){let z=[];F&&z.push(...ed(a,l,s,r,T,_,e)),v.gaps=z=o.gaps(t,n,s,r,z),v.clip=El(z,c.ori,f,p,x,m)}return O!=0&&(v.band=O==2?[hs(t,n,s,r,S,-1),hs(t,n,s,r,S,1)]:hs(t,n,s,r,S,O)),v})}function Gy(i){let e=St(i.align,1),t=St(i.ascDesc,!1),n=St(i.alignGaps,0),s=St(i.extend,!1);return(r,o,a,l)=>pr(r,o,(c,h,u,d,f,p,x,m,g,_,E)=>{[a,l]=wl(u,a,l);let M=c.pxRound,{left:C,width:T}=r.bbox,v=Q=>M(p(Q,d,_,m)),S=Q=>M(x(Q,f,E,g)),F=d.ori==0?Qr:eo,I={stroke:new Path2D,fill:null,clip:null,band:null,gaps:null,flags:Kr},L=I.stroke,O=d.dir*(d.ori==0?1:-1),z=S(u[O==1?a:l]),N=v(h[O==1?a:l]),H=N,X=N;s&&e==-1&&(X=C,F(L,X,z)),F(L,N,z);for(let Q=O==1?a:l;Q>=a&&Q<=l;Q+=O){let se=u[Q];if(se==null)continue;let de=v(h[Q]),ue=S(se);e==1?F(L,de,z):F(L,H,ue),F(L,de,ue),z=ue,H=de}let V=H;s&&e==1&&(V=C+T,F(L,V,z));let[le,Z]=Qu(r,o);if(c.fill!=null||le!=0){let Q=I.fill=new Path2D(L),se=c.fillTo(r,o,c.min,c.max,le),de=S(se);F(Q,V,de),F(Q,X,de)}if(!c.spanGaps){let Q=[];Q.push(...ed(h,u,a,l,O,v,n));let se=c.width*Tt/2,de=t||e==1?se:-se,ue=t||e==-1?-se:se;Q.forEach(ee=>{ee[0]+=de,ee[1]+=ue}),I.gaps=Q=c.gaps(r,o,a,l,Q),I.clip=El(Q,d.ori,m,g,_,E)}return Z!=0&&(I.band=Z==2?[hs(r,o,a,l,L,-1),hs(r,o,a,l,L,1)]:hs(r,o,a,l,L,Z)),I})}function mm(i,e,t,n,s,r,o=Ft){if(i.length>1){let a=null;for(let l=0,c=1/0;l<i.length;l++)if(e[l]!==void 0){if(a!=null){let h=_n(i[l]-i[a]);h<c&&(c=h,o=_n(t(i[l],n,s,r)-t(i[a],n,s,r)))}a=l}}return o}function Hy(i){i=i||Qo;let e=St(i.size,[.6,Ft,1]),t=i.align||0,n=i.gap||0,s=i.radius;s=s==null?[0,0]:typeof s=="number"?[s,0]:s;let r=vt(s),o=1-e[0],a=St(e[1],Ft),l=St(e[2],1),c=St(i.disp,Qo),h=St(i.each,f=>{}),{fill:u,stroke:d}=c;return(f,p,x,m)=>pr(f,p,(g,_,E,M,C,T,v,S,F,I,L)=>{let O=g.pxRound,z=t,N=n*Tt,H=a*Tt,X=l*Tt,V,le;M.ori==0?[V,le]=r(f,p):[le,V]=r(f,p);let Z=M.dir*(M.ori==0?1:-1),Q=M.ori==0?Pl:td,se=M.ori==0?h:(Re,$e,rt,we,Dt,ze,Xe)=>{h(Re,$e,rt,Dt,we,Xe,ze)},de=St(f.bands,Yu).find(Re=>Re.series[0]==p),ue=de!=null?de.dir:0,ee=g.fillTo(f,p,g.min,g.max,ue),me=O(v(ee,C,L,F)),ve,Ee,Me,He=I,st=O(g.width*Tt),Ve=!1,ut=null,lt=null,nt=null,qt=null;u!=null&&(st==0||d!=null)&&(Ve=!0,ut=u.values(f,p,x,m),lt=new Map,new Set(ut).forEach(Re=>{Re!=null&&lt.set(Re,new Path2D)}),st>0&&(nt=d.values(f,p,x,m),qt=new Map,new Set(nt).forEach(Re=>{Re!=null&&qt.set(Re,new Path2D)})));let{x0:Bt,size:an}=c;if(Bt!=null&&an!=null){z=1,_=Bt.values(f,p,x,m),Bt.unit==2&&(_=_.map(rt=>f.posToVal(S+rt*I,M.key,!0)));let Re=an.values(f,p,x,m);an.unit==2?Ee=Re[0]*I:Ee=T(Re[0],M,I,S)-T(0,M,I,S),He=mm(_,E,T,M,I,S,He),Me=He-Ee+N}else He=mm(_,E,T,M,I,S,He),Me=He*o+N,Ee=He-Me;Me<1&&(Me=0),st>=Ee/2&&(st=0),Me<5&&(O=Sm);let Lt=Me>0,wn=He-Me-(Lt?st:0);Ee=O(Uu(wn,X,H)),ve=(z==0?Ee/2:z==Z?0:Ee)-z*Z*((z==0?N/2:0)+(Lt?st/2:0));let _t={stroke:null,fill:null,clip:null,band:null,gaps:null,flags:0},xn=Ve?null:new Path2D,jt=null;if(de!=null)jt=f.data[de.series[1]];else{let{y0:Re,y1:$e}=c;Re!=null&&$e!=null&&(E=$e.values(f,p,x,m),jt=Re.values(f,p,x,m))}let ln=V*Ee,k=le*Ee;for(let Re=Z==1?x:m;Re>=x&&Re<=m;Re+=Z){let $e=E[Re];if($e==null)continue;if(jt!=null){let $=jt[Re]??0;if($e-$==0)continue;me=v($,C,L,F)}let rt=M.distr!=2||c!=null?_[Re]:Re,we=T(rt,M,I,S),Dt=v(St($e,ee),C,L,F),ze=O(we-ve),Xe=O(Jn(Dt,me)),R=O(Ii(Dt,me)),b=Xe-R;if($e!=null){let $=$e<0?k:ln,he=$e<0?ln:k;Ve?(st>0&&nt[Re]!=null&&Q(qt.get(nt[Re]),ze,R+ai(st/2),Ee,Jn(0,b-st),$,he),ut[Re]!=null&&Q(lt.get(ut[Re]),ze,R+ai(st/2),Ee,Jn(0,b-st),$,he)):Q(xn,ze,R+ai(st/2),Ee,Jn(0,b-st),$,he),se(f,p,Re,ze-st/2,R,Ee+st,b)}}return st>0?_t.stroke=Ve?qt:xn:Ve||(_t._fill=g.width==0?g._fill:g._stroke??g._fill,_t.width=0),_t.fill=Ve?lt:xn,_t})}function Wy(i,e){let t=St(e?.alignGaps,0);return(n,s,r,o)=>pr(n,s,(a,l,c,h,u,d,f,p,x,m,g)=>{[r,o]=wl(c,r,o);let _=a.pxRound,E=V=>_(d(V,h,m,p)),M=V=>_(f(V,u,g,x)),C,T,v;h.ori==0?(C=Cl,v=Qr,T=Km):(C=Rl,v=eo,T=jm);let S=h.dir*(h.ori==0?1:-1),F=E(l[S==1?r:o]),I=F,L=[],O=[];for(let V=S==1?r:o;V>=r&&V<=o;V+=S)if(c[V]!=null){let Z=l[V],Q=E(Z);L.push(I=Q),O.push(M(c[V]))}let z={stroke:i(L,O,C,v,T,_),fill:null,clip:null,band:null,gaps:null,flags:Kr},N=z.stroke,[H,X]=Qu(n,s);if(a.fill!=null||H!=0){let V=z.fill=new Path2D(N),le=a.fillTo(n,s,a.min,a.max,H),Z=M(le);v(V,I,Z),v(V,F,Z)}if(!a.spanGaps){let V=[];V.push(...ed(l,c,r,o,S,E,t)),z.gaps=V=a.gaps(n,s,r,o,V),z.clip=El(V,h.ori,p,x,m,g)}return X!=0&&(z.band=X==2?[hs(n,s,r,o,N,-1),hs(n,s,r,o,N,1)]:hs(n,s,r,o,N,X)),z})}function Xy(i){return Wy($y,i)}function $y(i,e,t,n,s,r){let o=i.length;if(o<2)return null;let a=new Path2D;if(t(a,i[0],e[0]),o==2)n(a,i[1],e[1]);else{let l=Array(o),c=Array(o-1),h=Array(o-1),u=Array(o-1);for(let d=0;d<o-1;d++)h[d]=e[d+1]-e[d],u[d]=i[d+1]-i[d],c[d]=h[d]/u[d];l[0]=c[0];for(let d=1;d<o-1;d++)c[d]===0||c[d-1]===0||c[d-1]>0!=c[d]>0?l[d]=0:(l[d]=3*(u[d-1]+u[d])/((2*u[d]+u[d-1])/c[d-1]+(u[d]+2*u[d-1])/c[d]),isFinite(l[d])||(l[d]=0));l[o-1]=c[o-2];for(let d=0;d<o-1;d++)s(a,i[d]+u[d]/3,e[d]+l[d]*u[d]/3,i[d+1]-u[d]/3,e[d+1]-l[d+1]*u[d]/3,i[d+1],e[d+1])}return a}var zu=new Set;function gm(){for(let i of zu)i.syncRect(!0)}jr&&(dr(Tv,qr,gm),dr(Ev,qr,gm,!0),dr(_l,qr,()=>{Pn.pxRatio=Tt}));var qy=tg(),Yy=Qm();function xm(i,e,t,n){return(n?[i[0],i[1]].concat(i.slice(2)):[i[0]].concat(i.slice(1))).map((r,o)=>Vu(r,o,e,t))}function Zy(i,e){return i.map((t,n)=>n==0?{}:pn({},e,t))}function Vu(i,e,t,n){return pn({},e==0?t:n,i)}function ng(i,e,t){return e==null?Zr:[e,t]}var Jy=ng;function Ky(i,e,t){return e==null?Zr:bl(e,t,$u,!0)}function ig(i,e,t,n){return e==null?Zr:Sl(e,t,i.scales[n].log,!1)}var jy=ig;function sg(i,e,t,n){return e==null?Zr:Xu(e,t,i.scales[n].log,!1)}var Qy=sg;function e_(i,e,t,n,s){let r=Jn(Zp(i),Zp(e)),o=e-i,a=Pi(s/n*o,t);do{let l=t[a],c=n*l/o;if(c>=s&&r+(l<5?zs.get(l):0)<=17)return[l,c]}while(++a<t.length);return[0,0]}function vm(i){let e,t;return i=i.replace(/(\d+)px/,(n,s)=>(e=yn((t=+s)*Tt))+"px"),[i,e,t]}function t_(i){i.show&&[i.font,i.labelFont].forEach(e=>{let t=Ut(e[2]*Tt,1);e[0]=e[0].replace(/[0-9.]+px/,t+"px"),e[1]=t})}function Pn(i,e,t){let n={mode:St(i.mode,1)},s=n.mode;function r(y,w,P,D){let G=w.valToPct(y);return D+P*(w.dir==-1?1-G:G)}function o(y,w,P,D){let G=w.valToPct(y);return D+P*(w.dir==-1?G:1-G)}function a(y,w,P,D){return w.ori==0?r(y,w,P,D):o(y,w,P,D)}n.valToPosH=r,n.valToPosV=o;let l=!1;n.status=0;let c=n.root=vi(lv);if(i.id!=null&&(c.id=i.id),oi(c,i.class),i.title){let y=vi(uv,c);y.textContent=i.title}let h=Ri("canvas"),u=n.ctx=h.getContext("2d"),d=vi(dv,c);dr("click",d,y=>{y.target===p&&(Vt!=Or||Yt!=Br)&&Nn.click(n,y)},!0);let f=n.under=vi(fv,d);d.appendChild(h);let p=n.over=vi(pv,d);i=Jr(i);let x=+St(i.pxAlign,1),m=pm(x);(i.plugins||[]).forEach(y=>{y.opts&&(i=y.opts(n,i)||i)});let g=i.ms||.001,_=n.series=s==1?xm(i.series||[],am,dm,!1):Zy(i.series||[null],um),E=n.axes=xm(i.axes||[],om,cm,!0),M=n.scales={},C=n.bands=i.bands||[];C.forEach(y=>{y.fill=vt(y.fill||null),y.dir=St(y.dir,-1)});let T=s==2?_[1].facets[0].scale:_[0].scale,v={axes:as,series:pt},S=(i.drawOrder||["axes","series"]).map(y=>v[y]);function F(y){let w=y.distr==3?P=>cs(P>0?P:y.clamp(n,P,y.min,y.max,y.key)):y.distr==4?P=>Cu(P,y.asinh):y.distr==100?P=>y.fwd(P):P=>P;return P=>{let D=w(P),{_min:G,_max:J}=y,ae=J-G;return(D-G)/ae}}function I(y){let w=M[y];if(w==null){let P=(i.scales||Qo)[y]||Qo;if(P.from!=null){I(P.from);let D=pn({},M[P.from],P,{key:y});D.valToPct=F(D),M[y]=D}else{w=M[y]=pn({},y==T?$m:ky,P),w.key=y;let D=w.time,G=w.range,J=Bs(G);if((y!=T||s==2&&!D)&&(J&&(G[0]==null||G[1]==null)&&(G={min:G[0]==null?$p:{mode:1,hard:G[0],soft:G[0]},max:G[1]==null?$p:{mode:1,hard:G[1],soft:G[1]}},J=!1),!J&&Tl(G))){let ae=G;G=(fe,_e,Ne)=>_e==null?Zr:bl(_e,Ne,ae)}w.range=vt(G||(D?Jy:y==T?w.distr==3?jy:w.distr==4?Qy:ng:w.distr==3?ig:w.distr==4?sg:Ky)),w.auto=vt(J?!1:w.auto),w.clamp=vt(w.clamp||Uy),w._min=w._max=null,w.valToPct=F(w)}}}I("x"),I("y"),s==1&&_.forEach(y=>{I(y.scale)}),E.forEach(y=>{I(y.scale)});for(let y in i.scales)I(y);let L=M[T],O=L.distr,z,N;L.ori==0?(oi(c,cv),z=r,N=o):(oi(c,hv),z=o,N=r);let H={};for(let y in M){let w=M[y];(w.min!=null||w.max!=null)&&(H[y]={min:w.min,max:w.max},w.min=w.max=null)}let X=i.tzDate||(y=>new Date(yn(y/g))),V=i.fmtDate||Zu,le=g==1?cy(X):dy(X),Z=im(X,nm(g==1?ly:uy,V)),Q=rm(X,sm(py,V)),se=[],de=n.legend=pn({},xy,i.legend),ue=n.cursor=pn({},wy,{drag:{y:s==2}},i.cursor),ee=de.show,me=ue.show,ve=de.markers;de.idxs=se,ve.width=vt(ve.width),ve.dash=vt(ve.dash),ve.stroke=vt(ve.stroke),ve.fill=vt(ve.fill);let Ee,Me,He,st=[],Ve=[],ut,lt=!1,nt={};if(de.live){let y=_[1]?_[1].values:null;lt=y!=null,ut=lt?y(n,1,0):{_:0};for(let w in ut)nt[w]=Hu}if(ee)if(Ee=Ri("table",_v,c),He=Ri("tbody",null,Ee),de.mount(n,Ee),lt){Me=Ri("thead",null,Ee,He);let y=Ri("tr",null,Me);Ri("th",null,y);for(var qt in ut)Ri("th",Np,y).textContent=qt}else oi(Ee,Mv),de.live&&oi(Ee,bv);let Bt={show:!0},an={show:!1};function Lt(y,w){if(w==0&&(lt||!de.live||s==2))return Zr;let P=[],D=Ri("tr",wv,He,He.childNodes[w]);oi(D,y.class),y.show||oi(D,ur);let G=Ri("th",null,D);if(ve.show){let fe=vi(Sv,G);if(w>0){let _e=ve.width(n,w);_e&&(fe.style.border=_e+"px "+ve.dash(n,w)+" "+ve.stroke(n,w)),fe.style.background=ve.fill(n,w)}}let J=vi(Np,G);y.label instanceof HTMLElement?J.appendChild(y.label):J.textContent=y.label,w>0&&(ve.show||(J.style.color=y.width>0?ve.stroke(n,w):ve.fill(n,w)),_t("click",G,fe=>{if(ue._lock)return;Je(fe);let _e=_.indexOf(y);if((fe.ctrlKey||fe.metaKey)!=de.isolate){let Ne=_.some((De,Ue)=>Ue>0&&Ue!=_e&&De.show);_.forEach((De,Ue)=>{Ue>0&&Wi(Ue,Ne?Ue==_e?Bt:an:Bt,!0,dn.setSeries)})}else Wi(_e,{show:!y.show},!0,dn.setSeries)},!1),Ke&&_t(kp,G,fe=>{ue._lock||(Je(fe),Wi(_.indexOf(y),Vr,!0,dn.setSeries))},!1));for(var ae in ut){let fe=Ri("td",Av,D);fe.textContent="--",P.push(fe)}return[D,P]}let wn=new Map;function _t(y,w,P,D=!0){let G=wn.get(w)||{},J=ue.bind[y](n,w,P,D);J&&(dr(y,w,G[y]=J),wn.set(w,G))}function xn(y,w,P){let D=wn.get(w)||{};for(let G in D)(y==null||G==y)&&(Fu(G,w,D[G]),delete D[G]);y==null&&wn.delete(w)}let jt=0,ln=0,k=0,Re=0,$e=0,rt=0,we=$e,Dt=rt,ze=k,Xe=Re,R=0,b=0,$=0,he=0;n.bbox={};let oe=!1,xe=!1,ye=!1,te=!1,ie=!1,pe=!1;function U(y,w,P){(P||y!=n.width||w!=n.height)&&re(y,w),ct(!1),ye=!0,xe=!0,Fn()}function re(y,w){n.width=jt=k=y,n.height=ln=Re=w,$e=rt=0,be(),Ge();let P=n.bbox;R=P.left=cr($e*Tt,.5),b=P.top=cr(rt*Tt,.5),$=P.width=cr(k*Tt,.5),he=P.height=cr(Re*Tt,.5)}let ne=3;function Se(){let y=!1,w=0;for(;!y;){w++;let P=Fr(w),D=Hi(w);y=w==ne||P&&D,y||(re(n.width,n.height),xe=!0)}}function ge({width:y,height:w}){U(y,w)}n.setSize=ge;function be(){let y=!1,w=!1,P=!1,D=!1;E.forEach((G,J)=>{if(G.show&&G._show){let{side:ae,_size:fe}=G,_e=ae%2,Ne=G.label!=null?G.labelSize:0,De=fe+Ne;De>0&&(_e?(k-=De,ae==3?($e+=De,D=!0):P=!0):(Re-=De,ae==0?(rt+=De,y=!0):w=!0))}}),Vi[0]=y,Vi[1]=P,Vi[2]=w,Vi[3]=D,k-=Ti[1]+Ti[3],$e+=Ti[3],Re-=Ti[2]+Ti[0],rt+=Ti[0]}function Ge(){let y=$e+k,w=rt+Re,P=$e,D=rt;function G(J,ae){switch(J){case 1:return y+=ae,y-ae;case 2:return w+=ae,w-ae;case 3:return P-=ae,P+ae;case 0:return D-=ae,D+ae}}E.forEach((J,ae)=>{if(J.show&&J._show){let fe=J.side;J._pos=G(fe,J._size),J.label!=null&&(J._lpos=G(fe,J.labelSize))}})}if(ue.dataIdx==null){let y=ue.hover,w=y.skip=new Set(y.skip??[]);w.add(void 0);let P=y.prox=vt(y.prox),D=y.bias??=0;ue.dataIdx=(G,J,ae,fe)=>{if(J==0)return ae;let _e=ae,Ne=P(G,J,ae,fe)??Ft,De=Ne>=0&&Ne<Ft,Ue=L.ori==0?k:Re,it=ue.left,At=e[0],wt=e[J];if(w.has(wt[ae])){_e=null;let gt=null,Ze=null,We;if(D==0||D==-1)for(We=ae;gt==null&&We-- >0;)w.has(wt[We])||(gt=We);if(D==0||D==1)for(We=ae;Ze==null&&We++<wt.length;)w.has(wt[We])||(Ze=We);if(gt!=null||Ze!=null)if(De){let Ht=gt==null?-1/0:z(At[gt],L,Ue,0),tn=Ze==null?1/0:z(At[Ze],L,Ue,0),En=it-Ht,Nt=tn-it;En<=Nt?En<=Ne&&(_e=gt):Nt<=Ne&&(_e=Ze)}else _e=Ze==null?gt:gt==null?Ze:ae-gt<=Ze-ae?gt:Ze}else De&&_n(it-z(At[ae],L,Ue,0))>Ne&&(_e=null);return _e}}let Je=y=>{ue.event=y};ue.idxs=se,ue._lock=!1;let ce=ue.points;ce.show=vt(ce.show),ce.size=vt(ce.size),ce.stroke=vt(ce.stroke),ce.width=vt(ce.width),ce.fill=vt(ce.fill);let ke=n.focus=pn({},i.focus||{alpha:.3},ue.focus),Ke=ke.prox>=0,Ce=Ke&&ce.one,at=[],zt=[],Hn=[];function Fo(y,w){let P=ce.show(n,w);if(P instanceof HTMLElement)return oi(P,yv),oi(P,y.class),Ji(P,-10,-10,k,Re),p.insertBefore(P,at[w]),P}function Lr(y,w){if(s==1||w>0){let P=s==1&&M[y.scale].time,D=y.value;y.value=P?jp(D)?rm(X,sm(D,V)):D||Q:D||Ny,y.label=y.label||(P?Ay:Sy)}if(Ce||w>0){y.width=y.width==null?1:y.width,y.paths=y.paths||qy||kv,y.fillTo=vt(y.fillTo||Oy),y.pxAlign=+St(y.pxAlign,x),y.pxRound=pm(y.pxAlign),y.stroke=vt(y.stroke||null),y.fill=vt(y.fill||null),y._stroke=y._fill=y._paths=y._focus=null;let P=Dy(Jn(1,y.width),1),D=y.points=pn({},{size:P,width:Jn(1,P*.2),stroke:y.stroke,space:P*2,paths:Yy,_stroke:null,_fill:null},y.points);D.show=vt(D.show),D.filter=vt(D.filter),D.fill=vt(D.fill),D.stroke=vt(D.stroke),D.paths=vt(D.paths),D.pxAlign=y.pxAlign}if(ee){let P=Lt(y,w);st.splice(w,0,P[0]),Ve.splice(w,0,P[1]),de.values.push(null)}if(me){se.splice(w,0,null);let P=null;Ce?w==0&&(P=Fo(y,w)):w>0&&(P=Fo(y,w)),at.splice(w,0,P),zt.splice(w,0,0),Hn.splice(w,0,0)}Tn("addSeries",w)}function iu(y,w){w=w??_.length,y=s==1?Vu(y,w,am,dm):Vu(y,w,{},um),_.splice(w,0,y),Lr(_[w],w)}n.addSeries=iu;function Ka(y){if(_.splice(y,1),ee){de.values.splice(y,1),Ve.splice(y,1);let w=st.splice(y,1)[0];xn(null,w.firstChild),w.remove()}me&&(se.splice(y,1),at.splice(y,1)[0].remove(),zt.splice(y,1),Hn.splice(y,1)),Tn("delSeries",y)}n.delSeries=Ka;let Vi=[!1,!1,!1,!1];function ss(y,w){if(y._show=y.show,y.show){let P=y.side%2,D=M[y.scale];D==null&&(y.scale=P?_[1].scale:T,D=M[y.scale]);let G=D.time;y.size=vt(y.size),y.space=vt(y.space),y.rotate=vt(y.rotate),Bs(y.incrs)&&y.incrs.forEach(ae=>{!zs.has(ae)&&zs.set(ae,Em(ae))}),y.incrs=vt(y.incrs||(D.distr==2?ry:G?g==1?ay:hy:hr)),y.splits=vt(y.splits||(G&&D.distr==1?le:D.distr==3?ku:D.distr==4?Cy:Ey)),y.stroke=vt(y.stroke),y.grid.stroke=vt(y.grid.stroke),y.ticks.stroke=vt(y.ticks.stroke),y.border.stroke=vt(y.border.stroke);let J=y.values;y.values=Bs(J)&&!Bs(J[0])?vt(J):G?Bs(J)?im(X,nm(J,V)):jp(J)?fy(X,J):J||Z:J||Ty,y.filter=vt(y.filter||(D.distr>=3&&D.log==10?Iy:D.distr==3&&D.log==2?Ly:Am)),y.font=vm(y.font),y.labelFont=vm(y.labelFont),y._size=y.size(n,null,w,0),y._space=y._rotate=y._incrs=y._found=y._splits=y._values=null,y._size>0&&(Vi[w]=!0,y._el=vi(mv,d))}}function rs(y,w,P,D){let[G,J,ae,fe]=P,_e=w%2,Ne=0;return _e==0&&(fe||J)&&(Ne=w==0&&!G||w==2&&!ae?yn(om.size/3):0),_e==1&&(G||ae)&&(Ne=w==1&&!J||w==3&&!fe?yn(cm.size/2):0),Ne}let Uo=n.padding=(i.padding||[rs,rs,rs,rs]).map(y=>vt(St(y,rs))),Ti=n._padding=Uo.map((y,w)=>y(n,w,Vi,0)),Qt,sn=null,rn=null,Gi=s==1?_[0].idxs:null,ni=null,Rs=!1;function ko(y,w){if(e=y??[],n.data=n._data=e,s==2){Qt=0;for(let P=1;P<_.length;P++)Qt+=e[P][0].length}else{e.length==0&&(n.data=n._data=e=[[]]),ni=e[0],Qt=ni.length;let P=e;if(O==2){P=e.slice();let D=P[0]=Array(Qt);for(let G=0;G<Qt;G++)D[G]=G}n._data=e=P}if(ct(!0),Tn("setData"),O==2&&(ye=!0),w!==!1){let P=L;P.auto(n,Rs)?Oo():Ls(T,P.min,P.max),te=te||ue.left>=0,pe=!0,Fn()}}n.setData=ko;function Oo(){Rs=!0;let y,w;s==1&&(Qt>0?(sn=Gi[0]=0,rn=Gi[1]=Qt-1,y=e[0][sn],w=e[0][rn],O==2?(y=sn,w=rn):y==w&&(O==3?[y,w]=Sl(y,y,L.log,!1):O==4?[y,w]=Xu(y,y,L.log,!1):L.time?w=y+yn(86400/g):[y,w]=bl(y,w,$u,!0))):(sn=Gi[0]=y=null,rn=Gi[1]=w=null)),Ls(T,y,w)}let Nr,Ps,Dr,A,B,j,q,Y,Ae,Pe;function Te(y,w,P,D,G,J){y??=Fp,P??=Yu,D??="butt",G??=Fp,J??="round",y!=Nr&&(u.strokeStyle=Nr=y),G!=Ps&&(u.fillStyle=Ps=G),w!=Dr&&(u.lineWidth=Dr=w),J!=B&&(u.lineJoin=B=J),D!=j&&(u.lineCap=j=D),P!=A&&u.setLineDash(A=P)}function Ie(y,w,P,D){w!=Ps&&(u.fillStyle=Ps=w),y!=q&&(u.font=q=y),P!=Y&&(u.textAlign=Y=P),D!=Ae&&(u.textBaseline=Ae=D)}function Be(y,w,P,D,G=0){if(D.length>0&&y.auto(n,Rs)&&(w==null||w.min==null)){let J=St(sn,0),ae=St(rn,D.length-1),fe=P.min==null?Iv(D,J,ae,G,y.distr==3):[P.min,P.max];y.min=Ii(y.min,P.min=fe[0]),y.max=Jn(y.max,P.max=fe[1])}}let je={min:null,max:null};function ft(){for(let D in M){let G=M[D];H[D]==null&&(G.min==null||H[T]!=null&&G.auto(n,Rs))&&(H[D]=je)}for(let D in M){let G=M[D];H[D]==null&&G.from!=null&&H[G.from]!=null&&(H[D]=je)}H[T]!=null&&ct(!0);let y={};for(let D in H){let G=H[D];if(G!=null){let J=y[D]=Jr(M[D],zv);if(G.min!=null)pn(J,G);else if(D!=T||s==2)if(Qt==0&&J.from==null){let ae=J.range(n,null,null,D);J.min=ae[0],J.max=ae[1]}else J.min=Ft,J.max=-Ft}}if(Qt>0){_.forEach((D,G)=>{if(s==1){let J=D.scale,ae=H[J];if(ae==null)return;let fe=y[J];if(G==0){let _e=fe.range(n,fe.min,fe.max,J);fe.min=_e[0],fe.max=_e[1],sn=Pi(fe.min,e[0]),rn=Pi(fe.max,e[0]),rn-sn>1&&(e[0][sn]<fe.min&&sn++,e[0][rn]>fe.max&&rn--),D.min=ni[sn],D.max=ni[rn]}else D.show&&D.auto&&Be(fe,ae,D,e[G],D.sorted);D.idxs[0]=sn,D.idxs[1]=rn}else if(G>0&&D.show&&D.auto){let[J,ae]=D.facets,fe=J.scale,_e=ae.scale,[Ne,De]=e[G],Ue=y[fe],it=y[_e];Ue!=null&&Be(Ue,H[fe],J,Ne,J.sorted),it!=null&&Be(it,H[_e],ae,De,ae.sorted),D.min=ae.min,D.max=ae.max}});for(let D in y){let G=y[D],J=H[D];if(G.from==null&&(J==null||J.min==null)){let ae=G.range(n,G.min==Ft?null:G.min,G.max==-Ft?null:G.max,D);G.min=ae[0],G.max=ae[1]}}}for(let D in y){let G=y[D];if(G.from!=null){let J=y[G.from];if(J.min==null)G.min=G.max=null;else{let ae=G.range(n,J.min,J.max,D);G.min=ae[0],G.max=ae[1]}}}let w={},P=!1;for(let D in y){let G=y[D],J=M[D];if(J.min!=G.min||J.max!=G.max){J.min=G.min,J.max=G.max;let ae=J.distr;J._min=ae==3?cs(J.min):ae==4?Cu(J.min,J.asinh):ae==100?J.fwd(J.min):J.min,J._max=ae==3?cs(J.max):ae==4?Cu(J.max,J.asinh):ae==100?J.fwd(J.max):J.max,w[D]=P=!0}}if(P){_.forEach((D,G)=>{s==2?G>0&&w.y&&(D._paths=null):w[D.scale]&&(D._paths=null)});for(let D in w)ye=!0,Tn("setScale",D);me&&ue.left>=0&&(te=pe=!0)}for(let D in H)H[D]=null}function Oe(y){let w=Uu(sn-1,0,Qt-1),P=Uu(rn+1,0,Qt-1);for(;y[w]==null&&w>0;)w--;for(;y[P]==null&&P<Qt-1;)P++;return[w,P]}function pt(){if(Qt>0){let y=_.some(w=>w._focus)&&Pe!=ke.alpha;y&&(u.globalAlpha=Pe=ke.alpha),_.forEach((w,P)=>{if(P>0&&w.show&&(Jt(P,!1),Jt(P,!0),w._paths==null)){let D=Pe;Pe!=w.alpha&&(u.globalAlpha=Pe=w.alpha);let G=s==2?[0,e[P][0].length-1]:Oe(e[P]);w._paths=w.paths(n,P,G[0],G[1]),Pe!=D&&(u.globalAlpha=Pe=D)}}),_.forEach((w,P)=>{if(P>0&&w.show){let D=Pe;Pe!=w.alpha&&(u.globalAlpha=Pe=w.alpha),w._paths!=null&&Rt(P,!1);{let G=w._paths!=null?w._paths.gaps:null,J=w.points.show(n,P,sn,rn,G),ae=w.points.filter(n,P,J,G);(J||ae)&&(w.points._paths=w.points.paths(n,P,sn,rn,ae),Rt(P,!0))}Pe!=D&&(u.globalAlpha=Pe=D),Tn("drawSeries",P)}}),y&&(u.globalAlpha=Pe=1)}}function Jt(y,w){let P=w?_[y].points:_[y];P._stroke=P.stroke(n,y),P._fill=P.fill(n,y)}function Rt(y,w){let P=w?_[y].points:_[y],{stroke:D,fill:G,clip:J,flags:ae,_stroke:fe=P._stroke,_fill:_e=P._fill,_width:Ne=P.width}=P._paths;Ne=Ut(Ne*Tt,3);let De=null,Ue=Ne%2/2;w&&_e==null&&(_e=Ne>0?"#fff":fe);let it=P.pxAlign==1&&Ue>0;if(it&&u.translate(Ue,Ue),!w){let At=R-Ne/2,wt=b-Ne/2,gt=$+Ne,Ze=he+Ne;De=new Path2D,De.rect(At,wt,gt,Ze)}w?Fe(fe,Ne,P.dash,P.cap,_e,D,G,ae,J):Pt(y,fe,Ne,P.dash,P.cap,_e,D,G,ae,De,J),it&&u.translate(-Ue,-Ue)}function Pt(y,w,P,D,G,J,ae,fe,_e,Ne,De){let Ue=!1;_e!=0&&C.forEach((it,At)=>{if(it.series[0]==y){let wt=_[it.series[1]],gt=e[it.series[1]],Ze=(wt._paths||Qo).band;Bs(Ze)&&(Ze=it.dir==1?Ze[0]:Ze[1]);let We,Ht=null;wt.show&&Ze&&Nv(gt,sn,rn)?(Ht=it.fill(n,At)||J,We=wt._paths.clip):Ze=null,Fe(w,P,D,G,Ht,ae,fe,_e,Ne,De,We,Ze),Ue=!0}}),Ue||Fe(w,P,D,G,J,ae,fe,_e,Ne,De)}let vn=Kr|Bu;function Fe(y,w,P,D,G,J,ae,fe,_e,Ne,De,Ue){Te(y,w,P,D,G),(_e||Ne||Ue)&&(u.save(),_e&&u.clip(_e),Ne&&u.clip(Ne)),Ue?(fe&vn)==vn?(u.clip(Ue),De&&u.clip(De),xt(G,ae),cn(y,J,w)):fe&Bu?(xt(G,ae),u.clip(Ue),cn(y,J,w)):fe&Kr&&(u.save(),u.clip(Ue),De&&u.clip(De),xt(G,ae),u.restore(),cn(y,J,w)):(xt(G,ae),cn(y,J,w)),(_e||Ne||Ue)&&u.restore()}function cn(y,w,P){P>0&&(w instanceof Map?w.forEach((D,G)=>{u.strokeStyle=Nr=G,u.stroke(D)}):w!=null&&y&&u.stroke(w))}function xt(y,w){w instanceof Map?w.forEach((P,D)=>{u.fillStyle=Ps=D,u.fill(P)}):w!=null&&y&&u.fill(w)}function os(y,w,P,D){let G=E[y],J;if(D<=0)J=[0,0];else{let ae=G._space=G.space(n,y,w,P,D),fe=G._incrs=G.incrs(n,y,w,P,D,ae);J=e_(w,P,fe,D,ae)}return G._found=J}function hn(y,w,P,D,G,J,ae,fe,_e,Ne){let De=ae%2/2;x==1&&u.translate(De,De),Te(fe,ae,_e,Ne,fe),u.beginPath();let Ue,it,At,wt,gt=G+(D==0||D==3?-J:J);P==0?(it=G,wt=gt):(Ue=G,At=gt);for(let Ze=0;Ze<y.length;Ze++)w[Ze]!=null&&(P==0?Ue=At=y[Ze]:it=wt=y[Ze],u.moveTo(Ue,it),u.lineTo(At,wt));u.stroke(),x==1&&u.translate(-De,-De)}function Fr(y){let w=!0;return E.forEach((P,D)=>{if(!P.show)return;let G=M[P.scale];if(G.min==null){P._show&&(w=!1,P._show=!1,ct(!1));return}else P._show||(w=!1,P._show=!0,ct(!1));let J=P.side,ae=J%2,{min:fe,max:_e}=G,[Ne,De]=os(D,fe,_e,ae==0?k:Re);if(De==0)return;let Ue=G.distr==2,it=P._splits=P.splits(n,D,fe,_e,Ne,De,Ue),At=G.distr==2?it.map(We=>ni[We]):it,wt=G.distr==2?ni[it[1]]-ni[it[0]]:Ne,gt=P._values=P.values(n,P.filter(n,At,D,De,wt),D,De,wt);P._rotate=J==2?P.rotate(n,gt,D,De):0;let Ze=P._size;P._size=yi(P.size(n,gt,D,y)),Ze!=null&&P._size!=Ze&&(w=!1)}),w}function Hi(y){let w=!0;return Uo.forEach((P,D)=>{let G=P(n,D,Vi,y);G!=Ti[D]&&(w=!1),Ti[D]=G}),w}function as(){for(let y=0;y<E.length;y++){let w=E[y];if(!w.show||!w._show)continue;let P=w.side,D=P%2,G,J,ae=w.stroke(n,y),fe=P==0||P==3?-1:1,[_e,Ne]=w._found;if(w.label!=null){let $n=w.labelGap*fe,ri=yn((w._lpos+$n)*Tt);Ie(w.labelFont[0],ae,"center",P==2?"top":Dp),u.save(),D==1?(G=J=0,u.translate(ri,yn(b+he/2)),u.rotate((P==3?-yl:yl)/2)):(G=yn(R+$/2),J=ri);let ar=wm(w.label)?w.label(n,y,_e,Ne):w.label;u.fillText(ar,G,J),u.restore()}if(Ne==0)continue;let De=M[w.scale],Ue=D==0?$:he,it=D==0?R:b,At=w._splits,wt=De.distr==2?At.map($n=>ni[$n]):At,gt=De.distr==2?ni[At[1]]-ni[At[0]]:_e,Ze=w.ticks,We=w.border,Ht=Ze.show?Ze.size:0,tn=yn(Ht*Tt),En=yn((w.alignTo==2?w._size-Ht-w.gap:w.gap)*Tt),Nt=w._rotate*-yl/180,nn=m(w._pos*Tt),ii=(tn+En)*fe,Xn=nn+ii;J=D==0?Xn:0,G=D==1?Xn:0;let mi=w.font[0],Ei=w.align==1?Xr:w.align==2?Au:Nt>0?Xr:Nt<0?Au:D==0?"center":P==3?Au:Xr,$i=Nt||D==1?"middle":P==2?"top":Dp;Ie(mi,ae,Ei,$i);let si=w.font[1]*w.lineGap,gi=At.map($n=>m(a($n,De,Ue,it))),Ci=w._values;for(let $n=0;$n<Ci.length;$n++){let ri=Ci[$n];if(ri!=null){D==0?G=gi[$n]:J=gi[$n],ri=""+ri;let ar=ri.indexOf(`
`)==-1?[ri]:ri.split(/\n/gm);for(let qn=0;qn<ar.length;qn++){let ip=ar[qn];Nt?(u.save(),u.translate(G,J+qn*si),u.rotate(Nt),u.fillText(ip,0,0),u.restore()):u.fillText(ip,G,J+qn*si)}}}Ze.show&&hn(gi,Ze.filter(n,wt,y,Ne,gt),D,P,nn,tn,Ut(Ze.width*Tt,3),Ze.stroke(n,y),Ze.dash,Ze.cap);let qi=w.grid;qi.show&&hn(gi,qi.filter(n,wt,y,Ne,gt),D,D==0?2:1,D==0?b:R,D==0?he:$,Ut(qi.width*Tt,3),qi.stroke(n,y),qi.dash,qi.cap),We.show&&hn([nn],[1],D==0?1:0,D==0?1:2,D==1?b:R,D==1?he:$,Ut(We.width*Tt,3),We.stroke(n,y),We.dash,We.cap)}Tn("drawAxes")}function ct(y){_.forEach((w,P)=>{P>0&&(w._paths=null,y&&(s==1?(w.min=null,w.max=null):w.facets.forEach(D=>{D.min=null,D.max=null})))})}let en=!1,Wn=!1,It=[];function un(){Wn=!1;for(let y=0;y<It.length;y++)Tn(...It[y]);It.length=0}function Fn(){en||(qv(Bf),en=!0)}function ja(y,w=!1){en=!0,Wn=w,y(n),Bf(),w&&It.length>0&&queueMicrotask(un)}n.batch=ja;function Bf(){if(oe&&(ft(),oe=!1),ye&&(Se(),ye=!1),xe){if(Xt(f,Xr,$e),Xt(f,"top",rt),Xt(f,Zo,k),Xt(f,Jo,Re),Xt(p,Xr,$e),Xt(p,"top",rt),Xt(p,Zo,k),Xt(p,Jo,Re),Xt(d,Zo,jt),Xt(d,Jo,ln),h.width=yn(jt*Tt),h.height=yn(ln*Tt),E.forEach(({_el:y,_show:w,_size:P,_pos:D,side:G})=>{if(y!=null)if(w){let J=G===3||G===0?P:0,ae=G%2==1;Xt(y,ae?"left":"top",D-J),Xt(y,ae?"width":"height",P),Xt(y,ae?"top":"left",ae?rt:$e),Xt(y,ae?"height":"width",ae?Re:k),Du(y,ur)}else oi(y,ur)}),Nr=Ps=Dr=B=j=q=Y=Ae=A=null,Pe=1,Vo(!0),$e!=we||rt!=Dt||k!=ze||Re!=Xe){ct(!1);let y=k/ze,w=Re/Xe;if(me&&!te&&ue.left>=0){ue.left*=y,ue.top*=w,Ur&&Ji(Ur,yn(ue.left),0,k,Re),kr&&Ji(kr,0,yn(ue.top),k,Re);for(let P=0;P<at.length;P++){let D=at[P];D!=null&&(zt[P]*=y,Hn[P]*=w,Ji(D,yi(zt[P]),yi(Hn[P]),k,Re))}}if(Gt.show&&!ie&&Gt.left>=0&&Gt.width>0){Gt.left*=y,Gt.width*=y,Gt.top*=w,Gt.height*=w;for(let P in cu)Xt(zr,P,Gt[P])}we=$e,Dt=rt,ze=k,Xe=Re}Tn("setSize"),xe=!1}jt>0&&ln>0&&(u.clearRect(0,0,h.width,h.height),Tn("drawClear"),S.forEach(y=>y()),Tn("draw")),Gt.show&&ie&&(Qa(Gt),ie=!1),me&&te&&(or(null,!0,!1),te=!1),de.show&&de.live&&pe&&(au(),pe=!1),l||(l=!0,n.status=1,Tn("ready")),Rs=!1,en=!1}n.redraw=(y,w)=>{ye=w||!1,y!==!1?Ls(T,L.min,L.max):Fn()};function su(y,w){let P=M[y];if(P.from==null){if(Qt==0){let D=P.range(n,w.min,w.max,y);w.min=D[0],w.max=D[1]}if(w.min>w.max){let D=w.min;w.min=w.max,w.max=D}if(Qt>1&&w.min!=null&&w.max!=null&&w.max-w.min<1e-16)return;y==T&&P.distr==2&&Qt>0&&(w.min=Pi(w.min,e[0]),w.max=Pi(w.max,e[0]),w.min==w.max&&w.max++),H[y]=w,oe=!0,Fn()}}n.setScale=su;let ru,ou,Ur,kr,zf,Vf,Or,Br,Gf,Hf,Vt,Yt,Is=!1,Nn=ue.drag,Sn=Nn.x,An=Nn.y;me&&(ue.x&&(ru=vi(xv,p)),ue.y&&(ou=vi(vv,p)),L.ori==0?(Ur=ru,kr=ou):(Ur=ou,kr=ru),Vt=ue.left,Yt=ue.top);let Gt=n.select=pn({show:!0,over:!0,left:0,width:0,top:0,height:0},i.select),zr=Gt.show?vi(gv,Gt.over?p:f):null;function Qa(y,w){if(Gt.show){for(let P in y)Gt[P]=y[P],P in cu&&Xt(zr,P,y[P]);w!==!1&&Tn("setSelect")}}n.setSelect=Qa;function Fx(y){if(_[y].show)ee&&Du(st[y],ur);else if(ee&&oi(st[y],ur),me){let P=Ce?at[0]:at[y];P!=null&&Ji(P,-10,-10,k,Re)}}function Ls(y,w,P){su(y,{min:w,max:P})}function Wi(y,w,P,D){w.focus!=null&&zx(y),w.show!=null&&_.forEach((G,J)=>{J>0&&(y==J||y==null)&&(G.show=w.show,Fx(J),s==2?(Ls(G.facets[0].scale,null,null),Ls(G.facets[1].scale,null,null)):Ls(G.scale,null,null),Fn())}),P!==!1&&Tn("setSeries",y,w),D&&Go("setSeries",n,y,w)}n.setSeries=Wi;function Ux(y,w){pn(C[y],w)}function kx(y,w){y.fill=vt(y.fill||null),y.dir=St(y.dir,-1),w=w??C.length,C.splice(w,0,y)}function Ox(y){y==null?C.length=0:C.splice(y,1)}n.addBand=kx,n.setBand=Ux,n.delBand=Ox;function Bx(y,w){_[y].alpha=w,me&&at[y]!=null&&(at[y].style.opacity=w),ee&&st[y]&&(st[y].style.opacity=w)}let ls,Ns,rr,Vr={focus:!0};function zx(y){if(y!=rr){let w=y==null,P=ke.alpha!=1;_.forEach((D,G)=>{if(s==1||G>0){let J=w||G==0||G==y;D._focus=w?null:J,P&&Bx(G,J?1:ke.alpha)}}),rr=y,P&&Fn()}}ee&&Ke&&_t(Op,Ee,y=>{ue._lock||(Je(y),rr!=null&&Wi(null,Vr,!0,dn.setSeries))});function Xi(y,w,P){let D=M[w];P&&(y=y/Tt-(D.ori==1?rt:$e));let G=k;D.ori==1&&(G=Re,y=G-y),D.dir==-1&&(y=G-y);let J=D._min,ae=D._max,fe=y/G,_e=J+(ae-J)*fe,Ne=D.distr;return Ne==3?Yr(10,_e):Ne==4?Fv(_e,D.asinh):Ne==100?D.bwd(_e):_e}function Vx(y,w){let P=Xi(y,T,w);return Pi(P,e[0],sn,rn)}n.valToIdx=y=>Pi(y,e[0]),n.posToIdx=Vx,n.posToVal=Xi,n.valToPos=(y,w,P)=>M[w].ori==0?r(y,M[w],P?$:k,P?R:0):o(y,M[w],P?he:Re,P?b:0),n.setCursor=(y,w,P)=>{Vt=y.left,Yt=y.top,or(null,w,P)};function Wf(y,w){Xt(zr,Xr,Gt.left=y),Xt(zr,Zo,Gt.width=w)}function Xf(y,w){Xt(zr,"top",Gt.top=y),Xt(zr,Jo,Gt.height=w)}let Bo=L.ori==0?Wf:Xf,zo=L.ori==1?Wf:Xf;function Gx(){if(ee&&de.live)for(let y=s==2?1:0;y<_.length;y++){if(y==0&&lt)continue;let w=de.values[y],P=0;for(let D in w)Ve[y][P++].firstChild.nodeValue=w[D]}}function au(y,w){if(y!=null&&(y.idxs?y.idxs.forEach((P,D)=>{se[D]=P}):Bv(y.idx)||se.fill(y.idx),de.idx=se[0]),ee&&de.live){for(let P=0;P<_.length;P++)(P>0||s==1&&!lt)&&Hx(P,se[P]);Gx()}pe=!1,w!==!1&&Tn("setLegend")}n.setLegend=au;function Hx(y,w){let P=_[y],D=y==0&&O==2?ni:e[y],G;lt?G=P.values(n,y,w)??nt:(G=P.value(n,w==null?null:D[w],y,w),G=G==null?nt:{_:G}),de.values[y]=G}function or(y,w,P){Gf=Vt,Hf=Yt,[Vt,Yt]=ue.move(n,Vt,Yt),ue.left=Vt,ue.top=Yt,me&&(Ur&&Ji(Ur,yn(Vt),0,k,Re),kr&&Ji(kr,0,yn(Yt),k,Re));let D,G=sn>rn;ls=Ft,Ns=null;let J=L.ori==0?k:Re,ae=L.ori==1?k:Re;if(Vt<0||Qt==0||G){D=ue.idx=null;for(let fe=0;fe<_.length;fe++){let _e=at[fe];_e!=null&&Ji(_e,-10,-10,k,Re)}Ke&&Wi(null,Vr,!0,y==null&&dn.setSeries),de.live&&(se.fill(D),pe=!0)}else{let fe,_e,Ne;s==1&&(fe=L.ori==0?Vt:Yt,_e=Xi(fe,T),D=ue.idx=Pi(_e,e[0],sn,rn),Ne=z(e[0][D],L,J,0));let De=-10,Ue=-10,it=0,At=0,wt=!0,gt="",Ze="";for(let We=s==2?1:0;We<_.length;We++){let Ht=_[We],tn=se[We],En=tn==null?null:s==1?e[We][tn]:e[We][1][tn],Nt=ue.dataIdx(n,We,D,_e),nn=Nt==null?null:s==1?e[We][Nt]:e[We][1][Nt];if(pe=pe||nn!=En||Nt!=tn,se[We]=Nt,We>0&&Ht.show){let ii=Nt==null?-10:Nt==D?Ne:z(s==1?e[0][Nt]:e[We][0][Nt],L,J,0),Xn=nn==null?-10:N(nn,s==1?M[Ht.scale]:M[Ht.facets[1].scale],ae,0);if(Ke&&nn!=null){let mi=L.ori==1?Vt:Yt,Ei=_n(ke.dist(n,We,Nt,Xn,mi));if(Ei<ls){let $i=ke.bias;if($i!=0){let si=Xi(mi,Ht.scale),gi=nn>=0?1:-1,Ci=si>=0?1:-1;Ci==gi&&(Ci==1?$i==1?nn>=si:nn<=si:$i==1?nn<=si:nn>=si)&&(ls=Ei,Ns=We)}else ls=Ei,Ns=We}}if(pe||Ce){let mi,Ei;L.ori==0?(mi=ii,Ei=Xn):(mi=Xn,Ei=ii);let $i,si,gi,Ci,qi,$n,ri=!0,ar=ce.bbox;if(ar!=null){ri=!1;let qn=ar(n,We);gi=qn.left,Ci=qn.top,$i=qn.width,si=qn.height}else gi=mi,Ci=Ei,$i=si=ce.size(n,We);if($n=ce.fill(n,We),qi=ce.stroke(n,We),Ce)We==Ns&&ls<=ke.prox&&(De=gi,Ue=Ci,it=$i,At=si,wt=ri,gt=$n,Ze=qi);else{let qn=at[We];qn!=null&&(zt[We]=gi,Hn[We]=Ci,Xp(qn,$i,si,ri),Hp(qn,$n,qi),Ji(qn,yi(gi),yi(Ci),k,Re))}}}}if(Ce){let We=ke.prox,Ht=rr==null?ls<=We:ls>We||Ns!=rr;if(pe||Ht){let tn=at[0];tn!=null&&(zt[0]=De,Hn[0]=Ue,Xp(tn,it,At,wt),Hp(tn,gt,Ze),Ji(tn,yi(De),yi(Ue),k,Re))}}}if(Gt.show&&Is)if(y!=null){let[fe,_e]=dn.scales,[Ne,De]=dn.match,[Ue,it]=y.cursor.sync.scales,At=y.cursor.drag;if(Sn=At._x,An=At._y,Sn||An){let{left:wt,top:gt,width:Ze,height:We}=y.select,Ht=y.scales[Ue].ori,tn=y.posToVal,En,Nt,nn,ii,Xn,mi=fe!=null&&Ne(fe,Ue),Ei=_e!=null&&De(_e,it);mi&&Sn?(Ht==0?(En=wt,Nt=Ze):(En=gt,Nt=We),nn=M[fe],ii=z(tn(En,Ue),nn,J,0),Xn=z(tn(En+Nt,Ue),nn,J,0),Bo(Ii(ii,Xn),_n(Xn-ii))):Bo(0,J),Ei&&An?(Ht==1?(En=wt,Nt=Ze):(En=gt,Nt=We),nn=M[_e],ii=N(tn(En,it),nn,ae,0),Xn=N(tn(En+Nt,it),nn,ae,0),zo(Ii(ii,Xn),_n(Xn-ii))):zo(0,ae)}else hu()}else{let fe=_n(Gf-zf),_e=_n(Hf-Vf);if(L.ori==1){let it=fe;fe=_e,_e=it}Sn=Nn.x&&fe>=Nn.dist,An=Nn.y&&_e>=Nn.dist;let Ne=Nn.uni;Ne!=null?Sn&&An&&(Sn=fe>=Ne,An=_e>=Ne,!Sn&&!An&&(_e>fe?An=!0:Sn=!0)):Nn.x&&Nn.y&&(Sn||An)&&(Sn=An=!0);let De,Ue;Sn&&(L.ori==0?(De=Or,Ue=Vt):(De=Br,Ue=Yt),Bo(Ii(De,Ue),_n(Ue-De)),An||zo(0,ae)),An&&(L.ori==1?(De=Or,Ue=Vt):(De=Br,Ue=Yt),zo(Ii(De,Ue),_n(Ue-De)),Sn||Bo(0,J)),!Sn&&!An&&(Bo(0,0),zo(0,0))}if(Nn._x=Sn,Nn._y=An,y==null){if(P){if(np!=null){let[fe,_e]=dn.scales;dn.values[0]=fe!=null?Xi(L.ori==0?Vt:Yt,fe):null,dn.values[1]=_e!=null?Xi(L.ori==1?Vt:Yt,_e):null}Go(Tu,n,Vt,Yt,k,Re,D)}if(Ke){let fe=P&&dn.setSeries,_e=ke.prox;rr==null?ls<=_e&&Wi(Ns,Vr,!0,fe):ls>_e?Wi(null,Vr,!0,fe):Ns!=rr&&Wi(Ns,Vr,!0,fe)}}pe&&(de.idx=D,au()),w!==!1&&Tn("setCursor")}let Ds=null;Object.defineProperty(n,"rect",{get(){return Ds==null&&Vo(!1),Ds}});function Vo(y=!1){y?Ds=null:(Ds=p.getBoundingClientRect(),Tn("syncRect",Ds))}function $f(y,w,P,D,G,J,ae){ue._lock||Is&&y!=null&&y.movementX==0&&y.movementY==0||(lu(y,w,P,D,G,J,ae,!1,y!=null),y!=null?or(null,!0,!0):or(w,!0,!1))}function lu(y,w,P,D,G,J,ae,fe,_e){if(Ds==null&&Vo(!1),Je(y),y!=null)P=y.clientX-Ds.left,D=y.clientY-Ds.top;else{if(P<0||D<0){Vt=-10,Yt=-10;return}let[Ne,De]=dn.scales,Ue=w.cursor.sync,[it,At]=Ue.values,[wt,gt]=Ue.scales,[Ze,We]=dn.match,Ht=w.axes[0].side%2==1,tn=L.ori==0?k:Re,En=L.ori==1?k:Re,Nt=Ht?J:G,nn=Ht?G:J,ii=Ht?D:P,Xn=Ht?P:D;if(wt!=null?P=Ze(Ne,wt)?a(it,M[Ne],tn,0):-10:P=tn*(ii/Nt),gt!=null?D=We(De,gt)?a(At,M[De],En,0):-10:D=En*(Xn/nn),L.ori==1){let mi=P;P=D,D=mi}}_e&&(w==null||w.cursor.event.type==Tu)&&((P<=1||P>=k-1)&&(P=cr(P,k)),(D<=1||D>=Re-1)&&(D=cr(D,Re))),fe?(zf=P,Vf=D,[Or,Br]=ue.move(n,P,D)):(Vt=P,Yt=D)}let cu={width:0,height:0,left:0,top:0};function hu(){Qa(cu,!1)}let qf,Yf,Zf,Jf;function Kf(y,w,P,D,G,J,ae){Is=!0,Sn=An=Nn._x=Nn._y=!1,lu(y,w,P,D,G,J,ae,!0,!1),y!=null&&(_t(Eu,Lu,jf,!1),Go(Up,n,Or,Br,k,Re,null));let{left:fe,top:_e,width:Ne,height:De}=Gt;qf=fe,Yf=_e,Zf=Ne,Jf=De}function jf(y,w,P,D,G,J,ae){Is=Nn._x=Nn._y=!1,lu(y,w,P,D,G,J,ae,!1,!0);let{left:fe,top:_e,width:Ne,height:De}=Gt,Ue=Ne>0||De>0,it=qf!=fe||Yf!=_e||Zf!=Ne||Jf!=De;if(Ue&&it&&Qa(Gt),Nn.setScale&&Ue&&it){let At=fe,wt=Ne,gt=_e,Ze=De;if(L.ori==1&&(At=_e,wt=De,gt=fe,Ze=Ne),Sn&&Ls(T,Xi(At,T),Xi(At+wt,T)),An)for(let We in M){let Ht=M[We];We!=T&&Ht.from==null&&Ht.min!=Ft&&Ls(We,Xi(gt+Ze,We),Xi(gt,We))}hu()}else ue.lock&&(ue._lock=!ue._lock,or(w,!0,y!=null));y!=null&&(xn(Eu,Lu),Go(Eu,n,Vt,Yt,k,Re,null))}function Wx(y,w,P,D,G,J,ae){if(ue._lock)return;Je(y);let fe=Is;if(Is){let _e=!0,Ne=!0,De=10,Ue,it;L.ori==0?(Ue=Sn,it=An):(Ue=An,it=Sn),Ue&&it&&(_e=Vt<=De||Vt>=k-De,Ne=Yt<=De||Yt>=Re-De),Ue&&_e&&(Vt=Vt<Or?0:k),it&&Ne&&(Yt=Yt<Br?0:Re),or(null,!0,!0),Is=!1}Vt=-10,Yt=-10,se.fill(null),or(null,!0,!0),fe&&(Is=fe)}function Qf(y,w,P,D,G,J,ae){ue._lock||(Je(y),Oo(),hu(),y!=null&&Go(Bp,n,Vt,Yt,k,Re,null))}function ep(){E.forEach(t_),U(n.width,n.height,!0)}dr(_l,qr,ep);let Gr={};Gr.mousedown=Kf,Gr.mousemove=$f,Gr.mouseup=jf,Gr.dblclick=Qf,Gr.setSeries=(y,w,P,D)=>{let G=dn.match[2];P=G(n,w,P),P!=-1&&Wi(P,D,!0,!1)},me&&(_t(Up,p,Kf),_t(Tu,p,$f),_t(kp,p,y=>{Je(y),Vo(!1)}),_t(Op,p,Wx),_t(Bp,p,Qf),zu.add(n),n.syncRect=Vo);let el=n.hooks=i.hooks||{};function Tn(y,w,P){Wn?It.push([y,w,P]):y in el&&el[y].forEach(D=>{D.call(null,n,w,P)})}(i.plugins||[]).forEach(y=>{for(let w in y.hooks)el[w]=(el[w]||[]).concat(y.hooks[w])});let tp=(y,w,P)=>P,dn=pn({key:null,setSeries:!1,filters:{pub:Jp,sub:Jp},scales:[T,_[1]?_[1].scale:null],match:[Kp,Kp,tp],values:[null,null]},ue.sync);dn.match.length==2&&dn.match.push(tp),ue.sync=dn;let np=dn.key,uu=qm(np);function Go(y,w,P,D,G,J,ae){dn.filters.pub(y,w,P,D,G,J,ae)&&uu.pub(y,w,P,D,G,J,ae)}uu.sub(n);function Xx(y,w,P,D,G,J,ae){dn.filters.sub(y,w,P,D,G,J,ae)&&Gr[y](null,w,P,D,G,J,ae)}n.pub=Xx;function $x(){uu.unsub(n),zu.delete(n),wn.clear(),Fu(_l,qr,ep),c.remove(),Ee?.remove(),Tn("destroy")}n.destroy=$x;function du(){Tn("init",i,e),ko(e||i.data,!1),H[T]?su(T,H[T]):Oo(),ie=Gt.show&&(Gt.width>0||Gt.height>0),te=pe=!0,U(i.width,i.height)}return _.forEach(Lr),E.forEach(ss),t?t instanceof HTMLElement?(t.appendChild(c),du()):t(n,du):du(),n}Pn.assign=pn;Pn.fmtNum=qu;Pn.rangeNum=bl;Pn.rangeLog=Sl;Pn.rangeAsinh=Xu;Pn.orient=pr;Pn.pxRatio=Tt;Pn.join=$v;Pn.fmtDate=Zu,Pn.tzDate=iy;Pn.sync=qm;{Pn.addGap=By,Pn.clipGaps=El;let i=Pn.paths={points:Qm};i.linear=tg,i.stepped=Gy,i.bars=Hy,i.spline=Xy}function rg(i){let e=[...i.t];for(let t=1;t<e.length;t++)e[t]=Math.max(e[t],e[t-1]+Math.max(1e-9,Math.abs(e[t-1])*2**-50));return{...i,t:e}}function og(i,e){let t=o=>o.low.map((a,l)=>a===null||o.high[l]===null?null:(a+o.high[l])/2),n=t(i),s=t(e),r=[...new Set([...i.t,...e.t])].sort((o,a)=>o-a);return[r,r.map(o=>{let a=lr(i.t,n,o)-lr(e.t,s,o);return Number.isNaN(a)?null:a})]}var ag=8,Il=class{constructor(e){this.page=e;this.more=K("span",{}),this.less=Mt("A − B","Show the difference of the two runs",()=>e.store.set({difference:!e.store.view.difference})),this.less.hidden=e.meta.runs.length<2,this.element=K("section",{class:"panel plots",aria:{label:"Plots"}},K("header",{},K("h2",{text:"Plots"}),this.key,K("span",{class:"tools"},this.less,this.more)),this.field),this.feed=new Rn(t=>this.cards.forEach((n,s)=>n.show(t,s)),e.fault),e.store.subscribe(["series","difference","compare","run"],()=>this.arrange()),e.store.subscribe(["t","from","to"],()=>{for(let t of this.cards)t.place()}),e.onLook(()=>this.arrange()),e.onNews(()=>{e.store.view.series.length===0&&e.store.set({series:_u(yu(e.run()))}),e.run().series.length!==this.known&&this.arrange()}),this.arrange()}page;element;field=K("div",{class:"plots-field"});more;less;feed;key=K("span",{class:"legend"});cards=[];known=0;count(){return this.cards.length}draw(){let e=this.page.store.view,t=this.cards.map(s=>s.name);if(t.length===0)return;let n=this.runs();this.feed.want(`${this.page.stamp()} ${n.join()} ${e.from} ${e.to} ${e.difference} ${t.join(`
`)}`,async()=>{let s=await Promise.all(n.map(r=>this.page.api.series(r,t,e.from,e.to,600)));return{from:e.from,to:e.to,series:s.map(r=>r.series)}})}runs(){let e=this.page.store.view;return this.page.meta.runs.length>1&&(e.compare||e.difference)?[0,1]:[e.run]}arrange(){let e=this.page.run(),t=this.page.store.view;this.known=e.series.length;let n=new Map(e.series.map(l=>[l.name,l])),s=t.series.filter(l=>n.has(l)).slice(0,ag);for(let l of this.cards)l.end();let r=this.runs();this.less.setAttribute("aria-pressed",String(t.difference)),Wt(this.key,...r.length===2&&!t.difference?[Zi(Yn,"A"),Zi(Zn,"B")]:[]),this.cards=s.map(l=>new nd(this.page,l,n.get(l).unit,r,t.difference&&r.length===2,()=>{this.page.store.set({series:this.page.store.view.series.filter(c=>c!==l)})})),Wt(this.field,...this.cards.map(l=>l.element)),s.length===0&&this.field.append(K("p",{class:"soft",text:"Choose a quantity to be drawn."}));let o=e.series.filter(l=>!s.includes(l.name)).slice(0,2e3),a=o.map(l=>({value:l.name,text:dt(l.unit?`${l.name}, ${l.unit}`:l.name,60)}));Wt(this.more,o.length===0?null:xi("Add a quantity",[{value:"",text:"add a quantity …"},...a],"",l=>{l&&this.page.store.set({series:[...this.page.store.view.series,l].slice(-ag)})})),this.feed.value&&this.feed.value.series.length===r.length&&this.cards.forEach((l,c)=>l.show(this.feed.value,c))}},nd=class{constructor(e,t,n,s,r,o){this.page=e;this.name=t;this.unit=n;this.runs=s;this.difference=r;let a=`${t}${r?", A − B":""}${n?` (${n})`:""}`;this.element=K("figure",{class:"card",tabindex:0,aria:{label:a}},K("figcaption",{title:a},K("b",{text:dt(a,44)}),this.failed,this.now,Mt("×",`Remove ${dt(t,60)}`,o,"small")),this.box),this.watch=new ResizeObserver(()=>this.resize()),this.watch.observe(this.box)}page;name;unit;runs;difference;element;box=K("div",{class:"curve"});cursor=K("div",{class:"cursor"});now=K("span",{class:"soft"});failed=K("span",{class:"alarm"});broken=[];plot=null;data=[[],[]];curves={from:0,to:1};watch;read="";end(){this.watch.disconnect(),this.plot?.destroy()}show(e,t){let n=e.series.map(r=>r.find(o=>o.name===this.name)??r[t]).filter(r=>r?.name===this.name).map(rg);if(n.length===0)return;this.curves={from:e.from,to:e.to},this.read="-",this.mark(),this.difference&&n.length===2?this.data=og(n[0],n[1]):n.length===2?this.data=Pn.join(n.map(r=>[r.t,r.low,r.high])):this.data=[n[0].t,n[0].low,n[0].high];let s=this.difference?1:2*n.length;this.plot&&this.plot.series.length===s+1?(this.plot.setData(this.data,!1),this.plot.setScale("x",{min:e.from,max:e.to})):this.make(s),this.place()}make(e){this.plot?.destroy();let t=this.page.look,n={stroke:t.soft,grid:{stroke:t.faint,width:1},ticks:{show:!1},font:"11px system-ui, sans-serif"},s=r=>({stroke:r<2?Yn:Zn,width:1.3,points:{show:!1},spanGaps:r>=2||this.runs.length===2});this.plot=new Pn({width:Math.max(60,this.box.clientWidth),height:Math.max(40,this.box.clientHeight),padding:[4,20,0,0],hooks:{drawClear:[r=>this.shade(r)],draw:[()=>this.place()]},legend:{show:!1},cursor:{show:!1},select:{show:!1,left:0,top:0,width:0,height:0},scales:{x:{time:!1,min:this.curves.from,max:this.curves.to},y:{range:()=>this.range()}},axes:[{...n,size:18,gap:2,space:60},{...n,size:(r,o)=>n_(o),gap:3,space:22,values:(r,o,a,l,c)=>o.map(h=>i_(h,c))}],series:[{},...Array.from({length:e},(r,o)=>s(o))],bands:e<2?[]:Array.from({length:e/2},(r,o)=>({series:[2*o+2,2*o+1],fill:o===0?`${Yn}40`:`${Zn}40`}))},this.data,this.box),this.plot.over.append(this.cursor),this.plot.over.addEventListener("click",r=>this.page.at(this.plot.posToVal(r.offsetX,"x")))}mark(){let e=this.runs.map(n=>this.page.meta.runs[n]).map(n=>ol(this.name,n.nodes,n.failures)),t=e.map(dp);this.broken=e.flat(),this.failed.textContent=t.every(n=>n===t[0])?t[0]:t.map((n,s)=>`${"AB"[s]} ${n||"works"}`).join("; "),this.failed.title=this.failed.textContent}shade(e){let t=e.ctx,{left:n,top:s,width:r,height:o}=e.bbox,a=l=>Math.min(Math.max(e.valToPos(l,"x",!0),n),n+r);for(let l of this.broken){let c=a(l.from),h=l.to===1/0?n+r:a(l.to);t.fillStyle=`${Zn}26`,t.fillRect(c,s,h-c,o),t.fillStyle=Zn;for(let u of[c,h])u>n&&u<n+r&&t.fillRect(u-1,s,2,o)}}place(){let e=this.plot,t=this.page.store.view;if(!e)return;(t.from!==this.curves.from||t.to!==this.curves.to)&&(this.curves={from:t.from,to:t.to},e.setScale("x",{min:t.from,max:t.to}));let n=e.bbox.width/devicePixelRatio,s=(t.t-t.from)/(t.to-t.from)*n;this.cursor.style.transform=`translateX(${s.toFixed(1)}px)`,this.cursor.style.visibility=s>=0&&s<=n?"visible":"hidden";let r=t.playing?"":String(t.t);if(r===this.read)return;this.read=r;let o=t.playing?NaN:lr(this.data[0],this.data[1],t.t),a=Math.abs(o)<1e-12*Math.max(...this.range().map(Math.abs))?0:o;this.now.textContent=Number.isNaN(o)?"":`${Cn(a)} ${this.unit}`}range(){let[e,...t]=this.data,{from:n,to:s}=this.curves,r=1/0,o=-1/0;for(let a of t)for(let l of[lr(e,a,n),lr(e,a,s),...a.filter((c,h)=>e[h]>=n&&e[h]<=s)])l!==null&&l<r&&(r=l),l!==null&&l>o&&(o=l);return s_(r,o)}resize(){this.plot&&this.box.clientWidth>0&&this.plot.setSize({width:Math.max(60,this.box.clientWidth),height:Math.max(40,this.box.clientHeight)}),this.place()}};function n_(i){return Math.max(34,10+6.4*Math.max(0,...(i??[]).map(e=>e.length)))}function i_(i,e){return Math.abs(i)>=1e6||e<1e-9?Cn(i):bt(i,Wr(e))}function s_(i,e){if(i>e)return[0,1];let t=(i+e)/2,n=Math.max(.56*(e-i),5e-5*Math.abs(t));return n>0?[t-n,t+n]:[-.5,.5]}function lg(i,e){return e*256+i}function cg(i){let{sends:e,arrivals:t}=i,n=new Map;for(let o=0;o<e.rows;o++)n.set(lg(e.link[o],e.number[o]),o);let s=new Int32Array(t.rows),r=new Float64Array(t.rows);for(let o=0;o<t.rows;o++){s[o]=n.get(lg(t.link[o],t.number[o]))??-1;let a=t.ended[o];r[o]=Number.isNaN(a)?t.began[o]+(s[o]>=0?e.airtime[s[o]]:0):a}return{sends:e,arrivals:t,send:s,end:r,track:r_(t,r),words:i.words,causes:i.causes}}function r_(i,e){let t=Uint32Array.from({length:i.rows},(r,o)=>o).sort((r,o)=>i.began[r]-i.began[o]||r-o),n=xp(Int32Array.from(t,r=>i.node[r]),Float64Array.from(t,r=>i.began[r]),Float64Array.from(t,r=>e[r]),3),s=new Uint8Array(i.rows);return t.forEach((r,o)=>{s[r]=n[o]}),s}function Ll(i,e){let t=i.send[e];return t>=0?i.sends.start[t]:i.arrivals.began[e]-i.arrivals.delay[e]}function hg(i,e){let t=0;for(let n of e)for(let s of i.lanes.get(n)??[])s>0&&t++;return t}function ug(i,e,t,n,s){let r=Math.ceil(n/s),o=new Map;for(let c=0;c<i.rows;c++){let h=o.get(i.node[c]);h||o.set(i.node[c],h=new Float64Array(r*5));let u=Math.floor(i.bin[c]/s)*5;h[u]=h[u]+i.received[c],h[u+1]=h[u+1]+i.collision[c],h[u+2]=h[u+2]+i.lost[c],h[u+3]=h[u+3]+i.missed[c],h[u+4]=h[u+4]+i.sent[c]}let a=0,l=0;for(let c of o.values())for(let h=0;h<c.length;h+=5)a=Math.max(a,c[h]+c[h+1]+c[h+2]+c[h+3]),l=Math.max(l,c[h+4]);return{from:e,width:t*s,bins:r,lanes:o,most:a,mostSent:l}}function Nl(i){return{send:Math.max(4,Math.min(11,i*.32)),bar:Math.max(2.5,Math.min(8,i*.17))}}function fg(i,e,t){let n=Nl(t.row),s=e.arrivals,r=s.rows>1200?.25:.55;for(let a of[3,4,0,2,1])o_(i,e,t,a,r);let o=0;i.fillStyle=Yn;for(let a=0;a<e.sends.rows;a++){let l=t.y(e.sends.node[a]),c=t.x(e.sends.start[a]),h=t.x(e.sends.start[a]+e.sends.airtime[a]);h<0||c>t.width||!(l>-20&&l<t.height+20)||(i.fillRect(c,l-n.send,Math.max(1,h-c-.5),n.send),o++)}for(let a=0;a<5;a++){i.fillStyle=ks[a];for(let l=0;l<s.rows;l++){if(s.class[l]!==a)continue;let c=t.y(s.node[l])+1+e.track[l]*(n.bar+1),h=t.x(s.began[l]),u=t.x(e.end[l]);u<0||h>t.width||!(c>-20&&c<t.height+20)||(i.fillRect(h,c,Math.max(1,u-h-.5),n.bar),o++)}}return l_(i,e,t,n.bar),t.hovered&&dg(i,e,t,t.hovered,n,1),t.selected&&dg(i,e,t,t.selected,n,1.8),o}function o_(i,e,t,n,s){let r=e.arrivals;i.strokeStyle=i.fillStyle=ks[n],i.globalAlpha=s,i.lineWidth=.8,i.beginPath();for(let o=0;o<r.rows;o++){if(r.class[o]!==n)continue;let a=t.y(r.sender[o]),l=t.y(r.node[o]),c=t.x(Ll(e,o)),h=t.x(r.began[o]);if(h<0||c>t.width||Number.isNaN(a)||Number.isNaN(l)||(i.moveTo(c,a),i.lineTo(h,l),!t.bands))continue;let u=t.x(e.end[o])-h;i.moveTo(c+u,a),i.lineTo(h+u,l)}if(i.stroke(),t.bands){i.globalAlpha=.14;for(let o=0;o<r.rows;o++)r.class[o]===n&&a_(i,t.x(Ll(e,o)),t.y(r.sender[o]),t.x(r.began[o]),t.y(r.node[o]),t.x(e.end[o])-t.x(r.began[o]))}i.globalAlpha=1}function a_(i,e,t,n,s,r){n+r<0||(i.beginPath(),i.moveTo(e,t),i.lineTo(e+r,t),i.lineTo(n+r,s),i.lineTo(n,s),i.fill())}function l_(i,e,t,n){let s=e.arrivals,r=Math.max(2.2,Math.min(3.6,n*.6));i.strokeStyle=t.look.ink,i.lineWidth=1.1,i.beginPath();for(let o=0;o<s.rows;o++){if(s.class[o]!==1)continue;let a=(t.x(s.began[o])+t.x(e.end[o]))/2,l=t.y(s.node[o])+1+e.track[o]*(n+1)+n/2;a<-5||a>t.width+5||!(l>0&&l<t.height)||(i.moveTo(a-r,l-r),i.lineTo(a+r,l+r),i.moveTo(a-r,l+r),i.lineTo(a+r,l-r))}i.stroke()}function dg(i,e,t,n,s,r){i.strokeStyle=t.look.ink,i.lineWidth=r;let o=(l,c,h,u)=>i.strokeRect(l-1,c-1,Math.max(1,h-l)+2,u+2);for(let l=0;l<e.sends.rows;l++)e.sends.number[l]!==n.number||e.sends.link[l]!==n.link||o(t.x(e.sends.start[l]),t.y(e.sends.node[l])-s.send,t.x(e.sends.start[l]+e.sends.airtime[l]),s.send);let a=e.arrivals;for(let l=0;l<a.rows;l++){if(a.number[l]!==n.number||a.link[l]!==n.link)continue;let c=t.y(a.node[l])+1+e.track[l]*(s.bar+1);i.lineWidth=a.node[l]===t.node?r+.8:r,o(t.x(a.began[l]),c,t.x(e.end[l]),s.bar),i.lineWidth=r/2,i.beginPath(),i.moveTo(t.x(Ll(e,l)),t.y(a.sender[l])),i.lineTo(t.x(a.began[l]),t.y(a.node[l])),i.stroke()}}function pg(i,e,t,n){let s=Math.max(3,n.row*.36),r=Math.max(5,n.row*.52),o=0;for(let a of t){let l=e.lanes.get(a),c=n.y(a);if(!(!l||!(c>-60&&c<n.height+60)))for(let h=0;h<e.bins;h++){let u=n.x(e.from+h*e.width),d=Math.max(1,n.x(e.from+(h+1)*e.width)-u-.5);if(u+d<0||u>n.width)continue;let f=l[h*5+4];if(f>0){let x=Math.max(1,s*f/e.mostSent);i.fillStyle=Yn,i.fillRect(u,c-x,d,x),o++}let p=hl([l[h*5],l[h*5+1],l[h*5+2],l[h*5+3]],e.most,r);for(let x=0;x<4;x++)p[x+1]!==p[x]&&(i.fillStyle=ks[x],i.fillRect(u,c+1+p[x],d,p[x+1]-p[x]),o++)}}return o}var mg=3400,Dl=class{constructor(e){this.page=e;this.rows=new Os(e,{title:"Space and time",name:"spacetime",least:15,most:80,axis:!0,paint:s=>this.paint(s),hover:(s,r)=>this.hover(s,r),leave:()=>this.leave(),click:(s,r)=>this.click(s,r)}),this.element=this.rows.element,this.element.append(this.tip),this.feed=new Rn(s=>this.take(s),e.fault);let t=Mt("by distance","Place nodes at their distance from the selected one",()=>{e.store.set({lanes:e.store.view.lanes==="node"?"distance":"node"})});this.rows.tools.append(t);let n=()=>{let s=e.store.view.lanes==="distance";t.setAttribute("aria-pressed",String(s)),this.arrange()};e.store.subscribe(["lanes","run"],n),e.store.subscribe(["node"],()=>{e.store.view.lanes==="distance"&&this.arrange(),this.rows.reveal(this.lane.get(e.store.view.node)??-1)}),e.store.subscribe(["from","to","run"],()=>{this.tip.hidden=!0}),e.store.subscribe(["hovered"],()=>{this.rows.dirty=!0}),this.keys(),this.scrolls(),n()}page;element;rows;marks=null;bins=null;answer=null;feed;tip=K("div",{class:"tip"});lane=new Map;at=-1;drawn=0;scaled=!1;scrolls(){let{store:e}=this.page,{scroller:t}=this.rows,n=()=>t.scrollTop/this.rows.row;t.addEventListener("scroll",()=>{Math.abs(n()-e.view.top)>.1&&e.set({top:n()})},{passive:!0});let s=()=>{Math.abs(n()-e.view.top)>.1&&(t.scrollTop=e.view.top*this.rows.row)};e.subscribe(["top"],s),this.rows.onLayout=s}count(){return this.drawn}draw(){let e=this.page.store.view,t=Math.max(20,Math.min(600,Math.floor(this.rows.width/4)));this.feed.want(`${this.page.stamp()} ${e.from} ${e.to} ${t}`,()=>this.page.api.lanes(e.run,e.from,e.to,t,mg)),this.rows.draw()}arrange(){let e=this.page.run(),t=this.page.store.view,n=new Set(e.links.flatMap(o=>o.nodes)),s=e.nodes.map((o,a)=>a).filter(o=>n.size===0||n.has(o)),r=s.map(o=>({name:e.nodes[o].name,node:o}));if(this.scaled=!1,t.lanes==="distance"){let o=this.where(n.has(t.node)?t.node:s[0]??0),a=s.map(h=>_p(o,this.where(h)));this.scaled=this.marks!==null&&!bp(a);let l=Math.max(1e-9,...a),c=h=>a[h];r=r.map(({name:h,node:u},d)=>({name:`${dt(h,12)} (${Cn(c(d))} m)`,title:`${h}, ${c(d).toFixed(1)} m away`,node:u,place:c(d)/l})),r.sort((h,u)=>h.place-u.place||h.node-u.node),this.scaled||(r=r.map(({place:h,...u})=>u))}this.lane=new Map(r.map((o,a)=>[o.node,a])),this.rows.set(r)}where(e){let t=this.marks?.sends;for(let n=(t?.rows??0)-1;t&&n>=0;n--)if(t.node[n]===e)return[t.x[n],t.y[n],t.z[n]];return this.page.run().nodes[e]?.at??[0,0,0]}take(e){this.answer=e,this.marks=e.exact?cg(e):null,this.bins=null,this.at=-1,this.page.store.view.lanes==="distance"&&this.arrange(),this.rows.dirty=!0}scene(){let e=this.page.store.view;return{x:t=>this.rows.x(t),y:t=>{let n=this.lane.get(t);return n===void 0?NaN:this.rows.y(n)},width:this.rows.width,height:this.rows.height,row:this.scaled?30:this.rows.row,bands:this.scaled,look:this.page.look,selected:e.selected,node:e.node,hovered:e.hovered}}paint(e){let t=this.scene(),{first:n,end:s}=this.rows.sight();e.strokeStyle=this.page.look.line,e.lineWidth=.6,e.beginPath();for(let o=n;o<s;o++){let a=Math.round(this.rows.y(o))+.5;e.moveTo(0,a),e.lineTo(t.width,a)}e.stroke();let r=this.answer;if(this.marks)this.drawn=fg(e,this.marks,t);else if(r&&!r.exact){let o=this.rows.shown.slice(n,s).map(a=>a.node);for(let a=1;!this.bins||a<=r.count&&hg(this.bins,o)>mg;a*=2)this.bins=ug(r.bins,r.from,r.width,r.count,a);this.drawn=pg(e,this.bins,o,t)}else this.drawn=0;this.key()}key(){let e=new Set([5]);if(this.marks)for(let a of this.marks.arrivals.class)e.add(a);else for(let a of[0,1,2,3])e.add(a);let t=this.page.store.view.lanes==="distance"&&this.marks&&!this.scaled,n=` counts, at most ${this.bins?.most??0} in a bar of ${Yi(this.bins?.width)}`,s=t?"in order of distance, not to scale: some are too close":this.marks?"":n,r=[...e].sort().join()+s;if(this.rows.legend.dataset.stamp===r)return;this.rows.legend.dataset.stamp=r;let o=[5,0,1,2,3,4].filter(a=>e.has(a)).map(a=>Zi(ks[a],sl[a],a===1&&this.marks?"crossed":""));Wt(this.rows.legend,...o,s?fn(s,"soft"):null)}find(e,t){let n=this.marks;if(!n)return-1;let s=this.scene(),r=Nl(s.row),o=-1,a=5;for(let l=0;l<n.arrivals.rows;l++){let c=s.y(n.arrivals.node[l])+1+n.track[l]*(r.bar+1);if(t<c-1||t>c+r.bar+1)continue;let h=s.x(n.arrivals.began[l]),u=s.x(n.end[l]),d=e<h?h-e:e>u?e-u:0;d<a&&(a=d,o=l)}for(let l=0;l<n.sends.rows;l++){let c=s.y(n.sends.node[l]);if(t>c+1||t<c-r.send-2)continue;let h=s.x(n.sends.start[l]),u=s.x(n.sends.start[l]+n.sends.airtime[l]),d=e<h?h-e:e>u?e-u:0;d<a&&(a=d,o=n.arrivals.rows+l)}return o}describe(e){let t=this.marks,n=this.page,s=t.arrivals,r=e<s.rows?t.send[e]:e-s.rows,o=t.sends,a=e<s.rows?s.link[e]:o.link[r],l=e<s.rows?s.number[e]:o.number[r],c=r>=0?` ${t.words[o.kind[r]]??""}`:"",h=r>=0?`: ${dt(n.nodeName(o.node[r]),24)} → ${dt(n.nodeName(o.dest[r]),24)}`:"",u=`${dt(n.linkName(a),16)} frame ${l}${c}${h}`;if(e>=s.rows)return`${u}; sent at ${o.start[r].toFixed(6)} s, lasts ${Yi(o.airtime[r])}`;let d=$o({received:s.class[e]===0,ended:s.class[e]!==4,locked:s.locked[e]===1,cause:t.causes[s.cause[e]]??""});return`${u}; ${d} at ${dt(n.nodeName(s.node[e]),24)}, arrives at ${s.began[e].toFixed(6)} s after ${Yi(s.delay[e])}`}hover(e,t){let n=this.find(e,t),s=this.marks;if(this.tip.hidden=n<0,n<0||!s){this.page.store.set({hovered:null});return}this.tip.textContent=this.describe(n);let r=this.element.clientWidth,o=Math.min(Math.max(0,e+60),Math.max(0,r-this.tip.offsetWidth-8));this.tip.style.transform=`translate(${o}px, ${t+(t>this.rows.height/2?-26:44)}px)`;let a=s.arrivals,l=s.sends,c=n-a.rows;this.page.store.set({hovered:n<a.rows?{link:a.link[n],number:a.number[n]}:{link:l.link[c],number:l.number[c]}})}leave(){this.tip.hidden=!0,this.page.store.set({hovered:null})}click(e,t){let n=this.find(e,t);return n>=0?this.pick(n):this.page.store.set({selected:null}),n>=0}pick(e){let t=this.marks,n=t.arrivals,s=t.sends,r=e<n.rows?t.send[e]:e-n.rows;e<n.rows?this.page.select(n.link[e],n.number[e],n.node[e]):this.page.select(s.link[r],s.number[r],s.node[r]),r>=0&&s.packet[r]>0&&this.page.store.set({packet:s.packet[r]})}keys(){let e=this.rows.canvas;e.addEventListener("blur",()=>this.leave()),e.tabIndex=0,e.setAttribute("role","application"),e.setAttribute("aria-label","Frames and arrivals: left and right go along a lane, up and down to another, Enter selects"),e.addEventListener("keydown",t=>{if(!(t.altKey||t.ctrlKey||t.metaKey||!this.marks)){if(t.key==="Enter"&&this.at>=0)this.pick(this.at);else if(t.key==="ArrowRight"||t.key==="ArrowLeft")this.walk(t.key==="ArrowRight"?1:-1,0);else if(t.key==="ArrowDown"||t.key==="ArrowUp")this.walk(0,t.key==="ArrowDown"?1:-1);else return;t.preventDefault(),t.stopPropagation()}})}walk(e,t){let n=this.marks,s=n.arrivals,r=s.rows+n.sends.rows,o=this.page.store.view,a=x=>x<s.rows?s.began[x]:n.sends.start[x-s.rows],l=x=>this.lane.get(x<s.rows?s.node[x]:n.sends.node[x-s.rows])??-1,c=this.at>=0?a(this.at):o.t,h=this.at>=0?l(this.at):this.lane.get(o.node)??-1,u=-1,d=1/0;for(let x=0;x<r;x++){let m=a(x)-c,g=l(x)-h;if(x===this.at||a(x)<o.from||a(x)>o.to)continue;let _=e?(h<0||g===0)&&(m*e>0||m===0&&(x-this.at)*e>0)?Math.abs(m):1/0:g*t>0?Math.abs(g)*1e6+Math.abs(m):1/0;_<d&&(d=_,u=x)}if(u<0)return;this.at=u,this.rows.reveal(l(u));let f=this.rows.x(a(u)),p=this.rows.y(l(u));this.hover(f,p+(u<s.rows?3+n.track[u]*(Nl(this.scene().row).bar+1):-2)),this.tip.hidden=!1,this.tip.textContent=this.describe(u),this.page.say(this.tip.textContent)}};var id=500,Fl=class{constructor(e){this.page=e;this.rows=new Os(e,{title:"Protocol states",name:"states",least:16,most:26,axis:!0,paint:t=>this.paint(t)}),this.element=this.rows.element,this.feed=new Rn(t=>this.take(t.rows),e.fault),e.store.subscribe(["run"],()=>{this.known=[],this.spans=[],this.row.clear(),this.rows.set([])})}page;element;rows;feed;row=new Map;known=[];spans=[];colours=new Map;drawn=0;count(){return this.drawn}draw(){let e=this.page.store.view;this.feed.want(`${this.page.stamp()} ${e.from} ${e.to}`,()=>this.page.api.states(e.run,e.from,e.to,id)),this.rows.draw()}take(e){let t=this.page.run().links.length>1,n=this.known.length;for(let s of e){if(this.known.some(a=>a.node===s.node&&a.link===s.link))continue;let r=this.page.nodeName(s.node),o=this.page.linkName(s.link);this.known.push({name:t?`${dt(r,9)} ${o}`:r,title:`${r} on ${o}`,node:s.node,link:s.link})}this.known.length!==n&&(this.known.sort((s,r)=>s.node-r.node||s.link-r.link),this.row.clear(),this.known.forEach((s,r)=>this.row.set(`${s.node}/${s.link}`,r))),this.spans=this.known.map(()=>[]);for(let s of e)this.spans[this.row.get(`${s.node}/${s.link}`)].push(s),this.colours.has(s.name)||this.colours.set(s.name,vu[this.colours.size%vu.length]);this.known.length!==n&&this.rows.set(this.known.slice()),this.rows.dirty=!0}paint(e){let t=this.rows,{first:n,end:s}=t.sight(),r=Math.min(16,t.row-3),o=this.page.end(),a=(this.feed.value?.rows.length??0)>=id;this.drawn=0,e.font="11px system-ui, sans-serif",e.textBaseline="middle",e.textAlign="left";for(let l=n;l<s;l++){let c=this.spans[l]??[],h=t.y(l)-r/2;c.forEach((u,d)=>{let f=Math.max(-2,t.x(u.t)),p=Math.min(t.width+2,t.x(c[d+1]?.t??(a?u.t:o)));if(p<0||(this.drawn++,e.fillStyle=this.colours.get(u.name),e.fillRect(f,h,Math.max(1,p-f-.5),r),p-f<26))return;let x=`${u.name}${u.value?` ${Cn(u.value)}`:""}`,m=Math.floor((p-f-6)/6.2);e.fillStyle="#000",e.fillText(dt(x,m),f+3,h+r/2+.5)})}this.rows.legend.textContent=a?`the first ${id} changes; zoom in to see all`:"",this.known.length===0&&this.feed.value&&(e.fillStyle=this.page.look.soft,e.fillText("No protocol tells of a state in this window.",6,20))}};var gg=[2,5,10,20,50,100,200,500,1e3],xg=[1e-6,1e-5,1e-4,...[...gg].reverse().map(i=>1/i),1,...gg],Ul=class{constructor(e,t){this.page=e;let{store:n}=e;this.play=Mt("▶","Play (Space)",()=>this.toggle(),"play");let s=Mt("◀","Previous event (←)",()=>{e.step(-1,"event",n.view.node)}),r=Mt("▶|","Next event (→)",()=>{e.step(1,"event",n.view.node)});r.setAttribute("aria-label","Next event"),this.live=Mt("live","Follow what is simulated now",()=>n.set({live:!n.view.live,playing:!1})),this.live.hidden=!e.meta.live;let o=Mt("link","Copy the address of this view, and show the command that repeats the run",()=>t.link()),a=Mt("?","Help: all keys (?)",()=>t.help()),l=Mt("◐","Light or dark",()=>n.set({theme:e.dark()?"light":"dark"})),h=xi("Save a picture",[{value:"",text:"png"},{value:"3d",text:"3-D view"},{value:"spacetime",text:"space and time"}],"",u=>{h.value="",(u==="3d"||u==="spacetime")&&t.picture(u)});h.classList.add("png"),this.element=K("header",{class:e.meta.runs.length>1?"top two":"top"},K("span",{class:"brand",text:"Halocline"}),this.runs,K("span",{class:"group"},s,this.play,r,this.speed),K("span",{class:"group"},this.time,K("span",{text:"s"}),this.number),this.live,K("span",{class:"space"}),K("span",{class:"group"},o,h,l,a)),this.typing(),this.offered=xg,n.subscribe(["rate"],()=>this.choices()),n.subscribe(["run","compare"],()=>this.identity()),n.subscribe(["playing"],()=>this.playing()),n.subscribe(["live"],()=>this.playing()),e.onNews(()=>{this.live.hidden=!e.meta.live,this.identity(),this.choices()}),this.choices(),this.identity(),this.playing()}page;element;play;time=K("input",{type:"text",class:"time",aria:{label:"Time in seconds"},title:"Time in seconds: type another one, then Enter"});number=K("span",{class:"soft event-number"});speed=K("span",{class:"speed"});runs=K("span",{class:"runs"});live;written="";offered=[];draw(){let e=this.page.store.view;if(document.activeElement===this.time)return;let t=e.playing?e.t.toFixed(4):c_(e.t);t!==this.written&&(this.written=t,this.time.value=t,e.playing&&(this.number.textContent=""))}event(e){this.number.textContent=e&&!this.page.store.view.playing?`event ${bt(e.index)}`:""}toggle(){let e=this.page.store.view,t=this.page.end();this.page.store.set({playing:!e.playing,live:!1,...!e.playing&&e.t>=t?{t:0}:{}})}faster(e){let t=this.page.store.view.rate,n=e>0?this.offered.find(s=>s>t*1.0001):[...this.offered].reverse().find(s=>s<t*.9999);n&&(this.page.store.set({rate:n}),this.page.say(`Speed ${xu(n)}`))}choices(){let e=this.page.store.view.rate,t=Math.max(0,...this.page.run().links.map(r=>r.longest||0)),n=[...new Set([...xg,il(t),...e>0?[e]:[]].map(r=>Number(r.toPrecision(6))))].sort((r,o)=>r-o);this.offered=n;let s=n.map(r=>({value:String(r),text:xu(r)}));Wt(this.speed,xi("Speed: simulated seconds a second",s,String(Number(e.toPrecision(6))),r=>this.page.store.set({rate:Number(r)})))}playing(){let e=this.page.store.view;this.play.textContent=e.playing?"❚❚":"▶",this.play.setAttribute("aria-label",e.playing?"Pause":"Play"),this.play.title=e.playing?"Pause (Space)":"Play (Space)",this.live.setAttribute("aria-pressed",String(e.live)),this.written=""}identity(){let{meta:e,store:t}=this.page,n=t.view,s=(l,c)=>{let h=e.runs[l],u=h.complete?"complete":`not complete${h.reason?`: ${h.reason}`:""}`,d=`${h.title}
${h.description}
seed ${h.seed}, fingerprint ${h.fingerprint||"not known yet"}
${bt(h.events)} events, ${u}`,f=c?rl(h.command,e.runs[1-l].command):"",p=K("code",{class:"soft",text:h.fingerprint?` ${h.fingerprint.slice(0,8)}…`:""}),x=K("span",{class:"run",title:f?`${d}
${h.command}`:d},K("b",{text:dt(f||h.title,c?24:40)}),f?fn(` ${dt(h.title,18)}`):null,fn(` seed ${h.seed}`,"soft"),p);if(!c)return x;let m=Mt(c,`Show run ${c} in the panels: ${h.title}, seed ${h.seed}`,()=>t.set({run:l}));return m.setAttribute("aria-pressed",String(n.run===l)),K("span",{class:"group"},m,x)};if(e.runs.length<2){Wt(this.runs,s(0,""));return}let r=e.compare,o=r?Mt("first difference",`The first record that differs, at ${r.t} s, number ${bt(r.index)}`,()=>{this.page.at(r.t);let l=t.view.run===0?r.a:r.b;l&&this.page.go(l),this.page.say(`First difference, record ${bt(r.index)}. A: ${r.a?.text??"no record"} B: ${r.b?.text??"no record"}`,!0)},"first"):K("span",{class:"soft",text:"no record differs"}),a=Mt("compare","Show both runs side by side (c)",()=>t.set({compare:!t.view.compare}));a.setAttribute("aria-pressed",String(n.compare)),Wt(this.runs,s(0,"A"),s(1,"B"),a,o)}typing(){this.time.addEventListener("keydown",e=>{if(e.key==="Enter"){let t=Number(this.time.value.replace(/[, ]|s$/g,""));this.time.value.trim()!==""&&Number.isFinite(t)&&this.page.at(t),this.written="",this.time.blur()}else e.key==="Escape"&&(this.written="",this.time.blur())}),this.time.addEventListener("blur",()=>{this.written=""}),this.time.addEventListener("focus",()=>{this.page.store.set({playing:!1}),this.time.select()})}};function c_(i){return i.toFixed(9).replace(/0{1,5}$/,"")}async function vg(i,e){let t=await h_(i),n=document.createElement("a");n.href=URL.createObjectURL(t),n.download=`${dt(e.replace(/[^\w.-]+/g,"-"),80)}.png`,n.click(),setTimeout(()=>URL.revokeObjectURL(n.href),1e4)}async function h_(i){let e=Math.max(2,devicePixelRatio||1),t=i.getBoundingClientRect(),n=document.createElement("canvas"),s=n.getContext("2d");n.width=Math.round(t.width*e),n.height=Math.round(t.height*e),s.scale(e,e),s.translate(-t.left,-t.top),s.fillStyle=getComputedStyle(i).backgroundColor,s.fillRect(t.left,t.top,t.width,t.height);for(let r of i.querySelectorAll("*")){let o=getComputedStyle(r),a=r.getBoundingClientRect();o.visibility==="hidden"||a.width===0||a.height===0||r.closest("button, select, .tip, .away")||(r instanceof HTMLCanvasElement?s.drawImage(r,a.left,a.top,a.width,a.height):u_(s,r,o,a))}return await new Promise((r,o)=>{n.toBlob(a=>a?r(a):o(new Error("the browser made no picture")),"image/png")})}function u_(i,e,t,n){e.matches(".chip, .window")&&(i.fillStyle=t.backgroundColor,i.fillRect(n.left,n.top,n.width,n.height)),e.matches(".cursor")&&(i.fillStyle=t.borderLeftColor,i.fillRect(n.left,n.top,1.5,n.height));for(let o of["Left","Right","Bottom"])!e.matches(".cursor, .panel, header, .window")&&parseFloat(t[`border${o}Width`])>0&&(i.fillStyle=t[`border${o}Color`],o==="Bottom"?i.fillRect(n.left,n.bottom-1.5,n.width,1.5):i.fillRect(o==="Left"?n.left:n.right-1.5,n.top,1.5,n.height));let s=[...e.childNodes].filter(o=>o.nodeType===Node.TEXT_NODE&&o.textContent?.trim());if(s.length===0)return;i.font=`${t.fontStyle} ${t.fontWeight} ${t.fontSize} ${t.fontFamily}`,i.fillStyle=e instanceof SVGElement?t.fill:t.color,i.textBaseline="middle";let r=document.createRange();i.save(),i.beginPath(),i.rect(n.left-1,n.top-2,n.width+2,n.height+4),i.clip();for(let o of s){r.selectNodeContents(o);let a=r.getBoundingClientRect();i.fillText(o.textContent,a.left,a.top+a.height/2+.5)}i.restore()}var Yg=0,Dd=1,Zg=2;var Ia=1,Jg=2,So=3,er=0,Qn=1,Vn=2,Mr=0,Ao=1,Fd=2,Ud=3,kd=4,Kg=5;var wr=100,jg=101,Qg=102,e0=103,t0=104,n0=200,i0=201,s0=202,r0=203,Od=204,Bd=205,o0=206,a0=207,l0=208,c0=209,h0=210,u0=211,d0=212,f0=213,p0=214,dc=0,fc=1,pc=2,xo=3,mc=4,gc=5,xc=6,vc=7,Xc=0,m0=1,g0=2,ts=0,zd=1,Vd=2,Gd=3,Hd=4,Wd=5,Xd=6,$d=7;var qd=300,Sr=301,To=302,$c=303,qc=304,yc=1e3,ji=1001,_c=1002,Ln=1003,x0=1004;var La=1005;var jn=1006,Yc=1007;var As=1008;var ti=1009,Yd=1010,Zd=1011,Eo=1012,Zc=1013,ki=1014,wi=1015,Oi=1016,Jc=1017,Kc=1018,Ar=1020,Jd=35902,Kd=35899,jd=1021,Qd=1022,Bi=1023,vs=1026,Ts=1027,jc=1028,Qc=1029,tr=1030,eh=1031;var th=1033,Na=33776,Da=33777,Fa=33778,Ua=33779,nh=35840,ih=35841,sh=35842,rh=35843,oh=36196,ah=37492,lh=37496,ch=37488,hh=37489,ka=37490,uh=37491,dh=37808,fh=37809,ph=37810,mh=37811,gh=37812,xh=37813,vh=37814,yh=37815,_h=37816,bh=37817,Mh=37818,wh=37819,Sh=37820,Ah=37821,Th=36492,Eh=36494,Ch=36495,Rh=36283,Ph=36284,Oa=36285,Ih=36286;var ca=2300,bc=2301,cc=2302,Ed=2303,Cd=2400,Rd=2401,Pd=2402;var v0=3200;var Lh=0,y0=1,Es="",ui="srgb",ha="srgb-linear",ua="linear",Ct="srgb";var hc=7680;var _0=519,b0=512,M0=513,w0=514,ef=515,S0=516,A0=517,tf=518,nf=519,T0=35044,Co=35048;var sf="300 es",bi=2e3,vo=2001;function d_(i){for(let e=i.length-1;e>=0;--e)if(i[e]>=65535)return!0;return!1}function f_(i){return ArrayBuffer.isView(i)&&!(i instanceof DataView)}function da(i){return document.createElementNS("http://www.w3.org/1999/xhtml",i)}function E0(){let i=da("canvas");return i.style.display="block",i}var yg={},yo=null;function rf(...i){let e="THREE."+i.shift();yo?yo("log",e,...i):console.log(e,...i)}function C0(i){let e=i[0];if(typeof e=="string"&&e.startsWith("TSL:")){let t=i[1];t&&t.isStackTrace?i[0]+=" "+t.getLocation():i[1]='Stack trace not available. Enable "THREE.Node.captureStackTrace" to capture stack traces.'}return i}function qe(...i){i=C0(i);let e="THREE."+i.shift();if(yo)yo("warn",e,...i);else{let t=i[0];t&&t.isStackTrace?console.warn(t.getError(e)):console.warn(e,...i)}}function Qe(...i){i=C0(i);let e="THREE."+i.shift();if(yo)yo("error",e,...i);else{let t=i[0];t&&t.isStackTrace?console.error(t.getError(e)):console.error(e,...i)}}function la(...i){let e=i.join(" ");e in yg||(yg[e]=!0,qe(...i))}function R0(i,e,t){return new Promise(function(n,s){function r(){switch(i.clientWaitSync(e,i.SYNC_FLUSH_COMMANDS_BIT,0)){case i.WAIT_FAILED:s();break;case i.TIMEOUT_EXPIRED:setTimeout(r,t);break;default:n()}}setTimeout(r,t)})}var P0={[dc]:dc,[pc]:xc,[mc]:mc,[xo]:gc,[fc]:fc,[xc]:pc,[vc]:vc,[gc]:xo},Qi=class{addEventListener(e,t){this._listeners===void 0&&(this._listeners={});let n=this._listeners;n[e]===void 0&&(n[e]=[]),n[e].indexOf(t)===-1&&n[e].push(t)}hasEventListener(e,t){let n=this._listeners;return n===void 0?!1:n[e]!==void 0&&n[e].indexOf(t)!==-1}removeEventListener(e,t){let n=this._listeners;if(n===void 0)return;let s=n[e];if(s!==void 0){let r=s.indexOf(t);r!==-1&&s.splice(r,1)}}dispatchEvent(e){let t=this._listeners;if(t===void 0)return;let n=t[e.type];if(n!==void 0){e.target=this;let s=n.slice(0);for(let r=0,o=s.length;r<o;r++)s[r].call(this,e);e.target=null}}},kn=["00","01","02","03","04","05","06","07","08","09","0a","0b","0c","0d","0e","0f","10","11","12","13","14","15","16","17","18","19","1a","1b","1c","1d","1e","1f","20","21","22","23","24","25","26","27","28","29","2a","2b","2c","2d","2e","2f","30","31","32","33","34","35","36","37","38","39","3a","3b","3c","3d","3e","3f","40","41","42","43","44","45","46","47","48","49","4a","4b","4c","4d","4e","4f","50","51","52","53","54","55","56","57","58","59","5a","5b","5c","5d","5e","5f","60","61","62","63","64","65","66","67","68","69","6a","6b","6c","6d","6e","6f","70","71","72","73","74","75","76","77","78","79","7a","7b","7c","7d","7e","7f","80","81","82","83","84","85","86","87","88","89","8a","8b","8c","8d","8e","8f","90","91","92","93","94","95","96","97","98","99","9a","9b","9c","9d","9e","9f","a0","a1","a2","a3","a4","a5","a6","a7","a8","a9","aa","ab","ac","ad","ae","af","b0","b1","b2","b3","b4","b5","b6","b7","b8","b9","ba","bb","bc","bd","be","bf","c0","c1","c2","c3","c4","c5","c6","c7","c8","c9","ca","cb","cc","cd","ce","cf","d0","d1","d2","d3","d4","d5","d6","d7","d8","d9","da","db","dc","dd","de","df","e0","e1","e2","e3","e4","e5","e6","e7","e8","e9","ea","eb","ec","ed","ee","ef","f0","f1","f2","f3","f4","f5","f6","f7","f8","f9","fa","fb","fc","fd","fe","ff"];var uc=Math.PI/180,Mc=180/Math.PI;function Ba(){let i=Math.random()*4294967295|0,e=Math.random()*4294967295|0,t=Math.random()*4294967295|0,n=Math.random()*4294967295|0;return(kn[i&255]+kn[i>>8&255]+kn[i>>16&255]+kn[i>>24&255]+"-"+kn[e&255]+kn[e>>8&255]+"-"+kn[e>>16&15|64]+kn[e>>24&255]+"-"+kn[t&63|128]+kn[t>>8&255]+"-"+kn[t>>16&255]+kn[t>>24&255]+kn[n&255]+kn[n>>8&255]+kn[n>>16&255]+kn[n>>24&255]).toLowerCase()}function yt(i,e,t){return Math.max(e,Math.min(t,i))}function p_(i,e){return(i%e+e)%e}function sd(i,e,t){return(1-t)*i+t*e}function I0(i){return Math.pow(2,Math.floor(Math.log(i)/Math.LN2))}function of(i){switch(i.constructor){case Uint32Array:return 4294967295;case Uint16Array:return 65535;case Uint8Array:case Uint8ClampedArray:return 255;case Int32Array:return 2147483647;case Int16Array:return 32767;case Int8Array:return 127;default:return}}function m_(i,e){if(e.constructor===Float32Array)return i;let t=of(e);if(t===void 0)throw new Error("THREE.MathUtils: Invalid component type.");return Math.max(i/t,-1)}function g_(i,e){if(e.constructor===Float32Array)return i;let t=of(e);if(t===void 0)throw new Error("THREE.MathUtils: Invalid component type.");return Math.round(i*t)}var et=class{static{this.prototype.isVector2=!0}constructor(e=0,t=0){this.x=e,this.y=t}get width(){return this.x}set width(e){this.x=e}get height(){return this.y}set height(e){this.y=e}set(e,t){return this.x=e,this.y=t,this}setScalar(e){return this.x=e,this.y=e,this}setX(e){return this.x=e,this}setY(e){return this.y=e,this}setComponent(e,t){switch(e){case 0:this.x=t;break;case 1:this.y=t;break;default:throw new Error("THREE.Vector2: index is out of range: "+e)}return this}getComponent(e){switch(e){case 0:return this.x;case 1:return this.y;default:throw new Error("THREE.Vector2: index is out of range: "+e)}}clone(){return new this.constructor(this.x,this.y)}copy(e){return this.x=e.x,this.y=e.y,this}add(e){return this.x+=e.x,this.y+=e.y,this}addScalar(e){return this.x+=e,this.y+=e,this}addVectors(e,t){return this.x=e.x+t.x,this.y=e.y+t.y,this}addScaledVector(e,t){return this.x+=e.x*t,this.y+=e.y*t,this}sub(e){return this.x-=e.x,this.y-=e.y,this}subScalar(e){return this.x-=e,this.y-=e,this}subVectors(e,t){return this.x=e.x-t.x,this.y=e.y-t.y,this}multiply(e){return this.x*=e.x,this.y*=e.y,this}multiplyScalar(e){return this.x*=e,this.y*=e,this}divide(e){return this.x/=e.x,this.y/=e.y,this}divideScalar(e){return this.multiplyScalar(1/e)}applyMatrix3(e){let t=this.x,n=this.y,s=e.elements;return this.x=s[0]*t+s[3]*n+s[6],this.y=s[1]*t+s[4]*n+s[7],this}min(e){return this.x=Math.min(this.x,e.x),this.y=Math.min(this.y,e.y),this}max(e){return this.x=Math.max(this.x,e.x),this.y=Math.max(this.y,e.y),this}clamp(e,t){return this.x=yt(this.x,e.x,t.x),this.y=yt(this.y,e.y,t.y),this}clampScalar(e,t){return this.x=yt(this.x,e,t),this.y=yt(this.y,e,t),this}clampLength(e,t){let n=this.length();return this.divideScalar(n||1).multiplyScalar(yt(n,e,t))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this}negate(){return this.x=-this.x,this.y=-this.y,this}dot(e){return this.x*e.x+this.y*e.y}cross(e){return this.x*e.y-this.y*e.x}lengthSq(){return this.x*this.x+this.y*this.y}length(){return Math.sqrt(this.x*this.x+this.y*this.y)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)}normalize(){return this.divideScalar(this.length()||1)}angle(){return Math.atan2(-this.y,-this.x)+Math.PI}angleTo(e){let t=Math.sqrt(this.lengthSq()*e.lengthSq());if(t===0)return Math.PI/2;let n=this.dot(e)/t;return Math.acos(yt(n,-1,1))}distanceTo(e){return Math.sqrt(this.distanceToSquared(e))}distanceToSquared(e){let t=this.x-e.x,n=this.y-e.y;return t*t+n*n}manhattanDistanceTo(e){return Math.abs(this.x-e.x)+Math.abs(this.y-e.y)}setLength(e){return this.normalize().multiplyScalar(e)}lerp(e,t){return this.x+=(e.x-this.x)*t,this.y+=(e.y-this.y)*t,this}lerpVectors(e,t,n){return this.x=e.x+(t.x-e.x)*n,this.y=e.y+(t.y-e.y)*n,this}equals(e){return e.x===this.x&&e.y===this.y}fromArray(e,t=0){return this.x=e[t],this.y=e[t+1],this}toArray(e=[],t=0){return e[t]=this.x,e[t+1]=this.y,e}fromBufferAttribute(e,t){return this.x=e.getX(t),this.y=e.getY(t),this}rotateAround(e,t){let n=Math.cos(t),s=Math.sin(t),r=this.x-e.x,o=this.y-e.y;return this.x=r*n-o*s+e.x,this.y=r*s+o*n+e.y,this}random(){return this.x=Math.random(),this.y=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y}},on=class{constructor(e=0,t=0,n=0,s=1){this.isQuaternion=!0,this._x=e,this._y=t,this._z=n,this._w=s}static slerpFlat(e,t,n,s,r,o,a){let l=n[s+0],c=n[s+1],h=n[s+2],u=n[s+3],d=r[o+0],f=r[o+1],p=r[o+2],x=r[o+3];if(u!==x||l!==d||c!==f||h!==p){let m=l*d+c*f+h*p+u*x;m<0&&(d=-d,f=-f,p=-p,x=-x,m=-m);let g=1-a;if(m<.9995){let _=Math.acos(m),E=Math.sin(_);g=Math.sin(g*_)/E,a=Math.sin(a*_)/E,l=l*g+d*a,c=c*g+f*a,h=h*g+p*a,u=u*g+x*a}else{l=l*g+d*a,c=c*g+f*a,h=h*g+p*a,u=u*g+x*a;let _=1/Math.sqrt(l*l+c*c+h*h+u*u);l*=_,c*=_,h*=_,u*=_}}e[t]=l,e[t+1]=c,e[t+2]=h,e[t+3]=u}static multiplyQuaternionsFlat(e,t,n,s,r,o){let a=n[s],l=n[s+1],c=n[s+2],h=n[s+3],u=r[o],d=r[o+1],f=r[o+2],p=r[o+3];return e[t]=a*p+h*u+l*f-c*d,e[t+1]=l*p+h*d+c*u-a*f,e[t+2]=c*p+h*f+a*d-l*u,e[t+3]=h*p-a*u-l*d-c*f,e}get x(){return this._x}set x(e){this._x=e,this._onChangeCallback()}get y(){return this._y}set y(e){this._y=e,this._onChangeCallback()}get z(){return this._z}set z(e){this._z=e,this._onChangeCallback()}get w(){return this._w}set w(e){this._w=e,this._onChangeCallback()}set(e,t,n,s){return this._x=e,this._y=t,this._z=n,this._w=s,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._w)}copy(e){return this._x=e.x,this._y=e.y,this._z=e.z,this._w=e.w,this._onChangeCallback(),this}setFromEuler(e,t=!0){let n=e._x,s=e._y,r=e._z,o=e._order,a=Math.cos,l=Math.sin,c=a(n/2),h=a(s/2),u=a(r/2),d=l(n/2),f=l(s/2),p=l(r/2);switch(o){case"XYZ":this._x=d*h*u+c*f*p,this._y=c*f*u-d*h*p,this._z=c*h*p+d*f*u,this._w=c*h*u-d*f*p;break;case"YXZ":this._x=d*h*u+c*f*p,this._y=c*f*u-d*h*p,this._z=c*h*p-d*f*u,this._w=c*h*u+d*f*p;break;case"ZXY":this._x=d*h*u-c*f*p,this._y=c*f*u+d*h*p,this._z=c*h*p+d*f*u,this._w=c*h*u-d*f*p;break;case"ZYX":this._x=d*h*u-c*f*p,this._y=c*f*u+d*h*p,this._z=c*h*p-d*f*u,this._w=c*h*u+d*f*p;break;case"YZX":this._x=d*h*u+c*f*p,this._y=c*f*u+d*h*p,this._z=c*h*p-d*f*u,this._w=c*h*u-d*f*p;break;case"XZY":this._x=d*h*u-c*f*p,this._y=c*f*u-d*h*p,this._z=c*h*p+d*f*u,this._w=c*h*u+d*f*p;break;default:qe("Quaternion: .setFromEuler() encountered an unknown order: "+o)}return t===!0&&this._onChangeCallback(),this}setFromAxisAngle(e,t){let n=t/2,s=Math.sin(n);return this._x=e.x*s,this._y=e.y*s,this._z=e.z*s,this._w=Math.cos(n),this._onChangeCallback(),this}setFromRotationMatrix(e){let t=e.elements,n=t[0],s=t[4],r=t[8],o=t[1],a=t[5],l=t[9],c=t[2],h=t[6],u=t[10],d=n+a+u;if(d>0){let f=.5/Math.sqrt(d+1);this._w=.25/f,this._x=(h-l)*f,this._y=(r-c)*f,this._z=(o-s)*f}else if(n>a&&n>u){let f=2*Math.sqrt(1+n-a-u);this._w=(h-l)/f,this._x=.25*f,this._y=(s+o)/f,this._z=(r+c)/f}else if(a>u){let f=2*Math.sqrt(1+a-n-u);this._w=(r-c)/f,this._x=(s+o)/f,this._y=.25*f,this._z=(l+h)/f}else{let f=2*Math.sqrt(1+u-n-a);this._w=(o-s)/f,this._x=(r+c)/f,this._y=(l+h)/f,this._z=.25*f}return this._onChangeCallback(),this}setFromUnitVectors(e,t){let n=e.dot(t)+1;return n<1e-8?(n=0,Math.abs(e.x)>Math.abs(e.z)?(this._x=-e.y,this._y=e.x,this._z=0,this._w=n):(this._x=0,this._y=-e.z,this._z=e.y,this._w=n)):(this._x=e.y*t.z-e.z*t.y,this._y=e.z*t.x-e.x*t.z,this._z=e.x*t.y-e.y*t.x,this._w=n),this.normalize()}angleTo(e){return 2*Math.acos(Math.abs(yt(this.dot(e),-1,1)))}rotateTowards(e,t){let n=this.angleTo(e);if(n===0)return this;let s=Math.min(1,t/n);return this.slerp(e,s),this}identity(){return this.set(0,0,0,1)}invert(){return this.conjugate()}conjugate(){return this._x*=-1,this._y*=-1,this._z*=-1,this._onChangeCallback(),this}dot(e){return this._x*e._x+this._y*e._y+this._z*e._z+this._w*e._w}lengthSq(){return this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w}length(){return Math.sqrt(this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w)}normalize(){let e=this.length();return e===0?(this._x=0,this._y=0,this._z=0,this._w=1):(e=1/e,this._x=this._x*e,this._y=this._y*e,this._z=this._z*e,this._w=this._w*e),this._onChangeCallback(),this}multiply(e){return this.multiplyQuaternions(this,e)}premultiply(e){return this.multiplyQuaternions(e,this)}multiplyQuaternions(e,t){let n=e._x,s=e._y,r=e._z,o=e._w,a=t._x,l=t._y,c=t._z,h=t._w;return this._x=n*h+o*a+s*c-r*l,this._y=s*h+o*l+r*a-n*c,this._z=r*h+o*c+n*l-s*a,this._w=o*h-n*a-s*l-r*c,this._onChangeCallback(),this}slerp(e,t){let n=e._x,s=e._y,r=e._z,o=e._w,a=this.dot(e);a<0&&(n=-n,s=-s,r=-r,o=-o,a=-a);let l=1-t;if(a<.9995){let c=Math.acos(a),h=Math.sin(c);l=Math.sin(l*c)/h,t=Math.sin(t*c)/h,this._x=this._x*l+n*t,this._y=this._y*l+s*t,this._z=this._z*l+r*t,this._w=this._w*l+o*t,this._onChangeCallback()}else this._x=this._x*l+n*t,this._y=this._y*l+s*t,this._z=this._z*l+r*t,this._w=this._w*l+o*t,this.normalize();return this}slerpQuaternions(e,t,n){return this.copy(e).slerp(t,n)}random(){let e=2*Math.PI*Math.random(),t=2*Math.PI*Math.random(),n=Math.random(),s=Math.sqrt(1-n),r=Math.sqrt(n);return this.set(s*Math.sin(e),s*Math.cos(e),r*Math.sin(t),r*Math.cos(t))}equals(e){return e._x===this._x&&e._y===this._y&&e._z===this._z&&e._w===this._w}fromArray(e,t=0){return this._x=e[t],this._y=e[t+1],this._z=e[t+2],this._w=e[t+3],this._onChangeCallback(),this}toArray(e=[],t=0){return e[t]=this._x,e[t+1]=this._y,e[t+2]=this._z,e[t+3]=this._w,e}fromBufferAttribute(e,t){return this._x=e.getX(t),this._y=e.getY(t),this._z=e.getZ(t),this._w=e.getW(t),this._onChangeCallback(),this}toJSON(){return this.toArray()}_onChange(e){return this._onChangeCallback=e,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._w}},W=class{static{this.prototype.isVector3=!0}constructor(e=0,t=0,n=0){this.x=e,this.y=t,this.z=n}set(e,t,n){return n===void 0&&(n=this.z),this.x=e,this.y=t,this.z=n,this}setScalar(e){return this.x=e,this.y=e,this.z=e,this}setX(e){return this.x=e,this}setY(e){return this.y=e,this}setZ(e){return this.z=e,this}setComponent(e,t){switch(e){case 0:this.x=t;break;case 1:this.y=t;break;case 2:this.z=t;break;default:throw new Error("THREE.Vector3: index is out of range: "+e)}return this}getComponent(e){switch(e){case 0:return this.x;case 1:return this.y;case 2:return this.z;default:throw new Error("THREE.Vector3: index is out of range: "+e)}}clone(){return new this.constructor(this.x,this.y,this.z)}copy(e){return this.x=e.x,this.y=e.y,this.z=e.z,this}add(e){return this.x+=e.x,this.y+=e.y,this.z+=e.z,this}addScalar(e){return this.x+=e,this.y+=e,this.z+=e,this}addVectors(e,t){return this.x=e.x+t.x,this.y=e.y+t.y,this.z=e.z+t.z,this}addScaledVector(e,t){return this.x+=e.x*t,this.y+=e.y*t,this.z+=e.z*t,this}sub(e){return this.x-=e.x,this.y-=e.y,this.z-=e.z,this}subScalar(e){return this.x-=e,this.y-=e,this.z-=e,this}subVectors(e,t){return this.x=e.x-t.x,this.y=e.y-t.y,this.z=e.z-t.z,this}multiply(e){return this.x*=e.x,this.y*=e.y,this.z*=e.z,this}multiplyScalar(e){return this.x*=e,this.y*=e,this.z*=e,this}multiplyVectors(e,t){return this.x=e.x*t.x,this.y=e.y*t.y,this.z=e.z*t.z,this}applyEuler(e){return this.applyQuaternion(_g.setFromEuler(e))}applyAxisAngle(e,t){return this.applyQuaternion(_g.setFromAxisAngle(e,t))}applyMatrix3(e){let t=this.x,n=this.y,s=this.z,r=e.elements;return this.x=r[0]*t+r[3]*n+r[6]*s,this.y=r[1]*t+r[4]*n+r[7]*s,this.z=r[2]*t+r[5]*n+r[8]*s,this}applyNormalMatrix(e){return this.applyMatrix3(e).normalize()}applyMatrix4(e){let t=this.x,n=this.y,s=this.z,r=e.elements,o=1/(r[3]*t+r[7]*n+r[11]*s+r[15]);return this.x=(r[0]*t+r[4]*n+r[8]*s+r[12])*o,this.y=(r[1]*t+r[5]*n+r[9]*s+r[13])*o,this.z=(r[2]*t+r[6]*n+r[10]*s+r[14])*o,this}applyQuaternion(e){let t=this.x,n=this.y,s=this.z,r=e.x,o=e.y,a=e.z,l=e.w,c=2*(o*s-a*n),h=2*(a*t-r*s),u=2*(r*n-o*t);return this.x=t+l*c+o*u-a*h,this.y=n+l*h+a*c-r*u,this.z=s+l*u+r*h-o*c,this}project(e){return this.applyMatrix4(e.matrixWorldInverse).applyMatrix4(e.projectionMatrix)}unproject(e){return this.applyMatrix4(e.projectionMatrixInverse).applyMatrix4(e.matrixWorld)}transformDirection(e){let t=this.x,n=this.y,s=this.z,r=e.elements;return this.x=r[0]*t+r[4]*n+r[8]*s,this.y=r[1]*t+r[5]*n+r[9]*s,this.z=r[2]*t+r[6]*n+r[10]*s,this.normalize()}divide(e){return this.x/=e.x,this.y/=e.y,this.z/=e.z,this}divideScalar(e){return this.multiplyScalar(1/e)}min(e){return this.x=Math.min(this.x,e.x),this.y=Math.min(this.y,e.y),this.z=Math.min(this.z,e.z),this}max(e){return this.x=Math.max(this.x,e.x),this.y=Math.max(this.y,e.y),this.z=Math.max(this.z,e.z),this}clamp(e,t){return this.x=yt(this.x,e.x,t.x),this.y=yt(this.y,e.y,t.y),this.z=yt(this.z,e.z,t.z),this}clampScalar(e,t){return this.x=yt(this.x,e,t),this.y=yt(this.y,e,t),this.z=yt(this.z,e,t),this}clampLength(e,t){let n=this.length();return this.divideScalar(n||1).multiplyScalar(yt(n,e,t))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this}dot(e){return this.x*e.x+this.y*e.y+this.z*e.z}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)}normalize(){return this.divideScalar(this.length()||1)}setLength(e){return this.normalize().multiplyScalar(e)}lerp(e,t){return this.x+=(e.x-this.x)*t,this.y+=(e.y-this.y)*t,this.z+=(e.z-this.z)*t,this}lerpVectors(e,t,n){return this.x=e.x+(t.x-e.x)*n,this.y=e.y+(t.y-e.y)*n,this.z=e.z+(t.z-e.z)*n,this}cross(e){return this.crossVectors(this,e)}crossVectors(e,t){let n=e.x,s=e.y,r=e.z,o=t.x,a=t.y,l=t.z;return this.x=s*l-r*a,this.y=r*o-n*l,this.z=n*a-s*o,this}projectOnVector(e){let t=e.lengthSq();if(t===0)return this.set(0,0,0);let n=e.dot(this)/t;return this.copy(e).multiplyScalar(n)}projectOnPlane(e){return rd.copy(this).projectOnVector(e),this.sub(rd)}reflect(e){return this.sub(rd.copy(e).multiplyScalar(2*this.dot(e)))}angleTo(e){let t=Math.sqrt(this.lengthSq()*e.lengthSq());if(t===0)return Math.PI/2;let n=this.dot(e)/t;return Math.acos(yt(n,-1,1))}distanceTo(e){return Math.sqrt(this.distanceToSquared(e))}distanceToSquared(e){let t=this.x-e.x,n=this.y-e.y,s=this.z-e.z;return t*t+n*n+s*s}manhattanDistanceTo(e){return Math.abs(this.x-e.x)+Math.abs(this.y-e.y)+Math.abs(this.z-e.z)}setFromSpherical(e){return this.setFromSphericalCoords(e.radius,e.phi,e.theta)}setFromSphericalCoords(e,t,n){let s=Math.sin(t)*e;return this.x=s*Math.sin(n),this.y=Math.cos(t)*e,this.z=s*Math.cos(n),this}setFromCylindrical(e){return this.setFromCylindricalCoords(e.radius,e.theta,e.y)}setFromCylindricalCoords(e,t,n){return this.x=e*Math.sin(t),this.y=n,this.z=e*Math.cos(t),this}setFromMatrixPosition(e){let t=e.elements;return this.x=t[12],this.y=t[13],this.z=t[14],this}setFromMatrixScale(e){let t=this.setFromMatrixColumn(e,0).length(),n=this.setFromMatrixColumn(e,1).length(),s=this.setFromMatrixColumn(e,2).length();return this.x=t,this.y=n,this.z=s,this}setFromMatrixColumn(e,t){return this.fromArray(e.elements,t*4)}setFromMatrix3Column(e,t){return this.fromArray(e.elements,t*3)}setFromEuler(e){return this.x=e._x,this.y=e._y,this.z=e._z,this}setFromColor(e){return this.x=e.r,this.y=e.g,this.z=e.b,this}equals(e){return e.x===this.x&&e.y===this.y&&e.z===this.z}fromArray(e,t=0){return this.x=e[t],this.y=e[t+1],this.z=e[t+2],this}toArray(e=[],t=0){return e[t]=this.x,e[t+1]=this.y,e[t+2]=this.z,e}fromBufferAttribute(e,t){return this.x=e.getX(t),this.y=e.getY(t),this.z=e.getZ(t),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this}randomDirection(){let e=Math.random()*Math.PI*2,t=Math.random()*2-1,n=Math.sqrt(1-t*t);return this.x=n*Math.cos(e),this.y=t,this.z=n*Math.sin(e),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z}},rd=new W,_g=new on,tt=class{static{this.prototype.isMatrix3=!0}constructor(e,t,n,s,r,o,a,l,c){this.elements=[1,0,0,0,1,0,0,0,1],e!==void 0&&this.set(e,t,n,s,r,o,a,l,c)}set(e,t,n,s,r,o,a,l,c){let h=this.elements;return h[0]=e,h[1]=s,h[2]=a,h[3]=t,h[4]=r,h[5]=l,h[6]=n,h[7]=o,h[8]=c,this}identity(){return this.set(1,0,0,0,1,0,0,0,1),this}copy(e){let t=this.elements,n=e.elements;return t[0]=n[0],t[1]=n[1],t[2]=n[2],t[3]=n[3],t[4]=n[4],t[5]=n[5],t[6]=n[6],t[7]=n[7],t[8]=n[8],this}extractBasis(e,t,n){return e.setFromMatrix3Column(this,0),t.setFromMatrix3Column(this,1),n.setFromMatrix3Column(this,2),this}setFromMatrix4(e){let t=e.elements;return this.set(t[0],t[4],t[8],t[1],t[5],t[9],t[2],t[6],t[10]),this}multiply(e){return this.multiplyMatrices(this,e)}premultiply(e){return this.multiplyMatrices(e,this)}multiplyMatrices(e,t){let n=e.elements,s=t.elements,r=this.elements,o=n[0],a=n[3],l=n[6],c=n[1],h=n[4],u=n[7],d=n[2],f=n[5],p=n[8],x=s[0],m=s[3],g=s[6],_=s[1],E=s[4],M=s[7],C=s[2],T=s[5],v=s[8];return r[0]=o*x+a*_+l*C,r[3]=o*m+a*E+l*T,r[6]=o*g+a*M+l*v,r[1]=c*x+h*_+u*C,r[4]=c*m+h*E+u*T,r[7]=c*g+h*M+u*v,r[2]=d*x+f*_+p*C,r[5]=d*m+f*E+p*T,r[8]=d*g+f*M+p*v,this}multiplyScalar(e){let t=this.elements;return t[0]*=e,t[3]*=e,t[6]*=e,t[1]*=e,t[4]*=e,t[7]*=e,t[2]*=e,t[5]*=e,t[8]*=e,this}determinant(){let e=this.elements,t=e[0],n=e[1],s=e[2],r=e[3],o=e[4],a=e[5],l=e[6],c=e[7],h=e[8];return t*o*h-t*a*c-n*r*h+n*a*l+s*r*c-s*o*l}invert(){let e=this.elements,t=e[0],n=e[1],s=e[2],r=e[3],o=e[4],a=e[5],l=e[6],c=e[7],h=e[8],u=h*o-a*c,d=a*l-h*r,f=c*r-o*l,p=t*u+n*d+s*f;if(p===0)return this.set(0,0,0,0,0,0,0,0,0);let x=1/p;return e[0]=u*x,e[1]=(s*c-h*n)*x,e[2]=(a*n-s*o)*x,e[3]=d*x,e[4]=(h*t-s*l)*x,e[5]=(s*r-a*t)*x,e[6]=f*x,e[7]=(n*l-c*t)*x,e[8]=(o*t-n*r)*x,this}transpose(){let e,t=this.elements;return e=t[1],t[1]=t[3],t[3]=e,e=t[2],t[2]=t[6],t[6]=e,e=t[5],t[5]=t[7],t[7]=e,this}getNormalMatrix(e){return this.setFromMatrix4(e).invert().transpose()}transposeIntoArray(e){let t=this.elements;return e[0]=t[0],e[1]=t[3],e[2]=t[6],e[3]=t[1],e[4]=t[4],e[5]=t[7],e[6]=t[2],e[7]=t[5],e[8]=t[8],this}setUvTransform(e,t,n,s,r,o,a){let l=Math.cos(r),c=Math.sin(r);return this.set(n*l,n*c,-n*(l*o+c*a)+o+e,-s*c,s*l,-s*(-c*o+l*a)+a+t,0,0,1),this}scale(e,t){return la("Matrix3: .scale() is deprecated. Use .makeScale() instead."),this.premultiply(od.makeScale(e,t)),this}rotate(e){return la("Matrix3: .rotate() is deprecated. Use .makeRotation() instead."),this.premultiply(od.makeRotation(-e)),this}translate(e,t){return la("Matrix3: .translate() is deprecated. Use .makeTranslation() instead."),this.premultiply(od.makeTranslation(e,t)),this}makeTranslation(e,t){return e.isVector2?this.set(1,0,e.x,0,1,e.y,0,0,1):this.set(1,0,e,0,1,t,0,0,1),this}makeRotation(e){let t=Math.cos(e),n=Math.sin(e);return this.set(t,-n,0,n,t,0,0,0,1),this}makeScale(e,t){return this.set(e,0,0,0,t,0,0,0,1),this}equals(e){let t=this.elements,n=e.elements;for(let s=0;s<9;s++)if(t[s]!==n[s])return!1;return!0}fromArray(e,t=0){for(let n=0;n<9;n++)this.elements[n]=e[n+t];return this}toArray(e=[],t=0){let n=this.elements;return e[t]=n[0],e[t+1]=n[1],e[t+2]=n[2],e[t+3]=n[3],e[t+4]=n[4],e[t+5]=n[5],e[t+6]=n[6],e[t+7]=n[7],e[t+8]=n[8],e}clone(){return new this.constructor().fromArray(this.elements)}},od=new tt,bg=new tt().set(.4123908,.3575843,.1804808,.212639,.7151687,.0721923,.0193308,.1191948,.9505322),Mg=new tt().set(3.2409699,-1.5373832,-.4986108,-.9692436,1.8759675,.0415551,.0556301,-.203977,1.0569715);function x_(){let i={enabled:!0,workingColorSpace:ha,spaces:{},convert:function(s,r,o){return this.enabled===!1||r===o||!r||!o||(this.spaces[r].transfer===Ct&&(s.r=xs(s.r),s.g=xs(s.g),s.b=xs(s.b)),this.spaces[r].primaries!==this.spaces[o].primaries&&(s.applyMatrix3(this.spaces[r].toXYZ),s.applyMatrix3(this.spaces[o].fromXYZ)),this.spaces[o].transfer===Ct&&(s.r=go(s.r),s.g=go(s.g),s.b=go(s.b))),s},workingToColorSpace:function(s,r){return this.convert(s,this.workingColorSpace,r)},colorSpaceToWorking:function(s,r){return this.convert(s,r,this.workingColorSpace)},getPrimaries:function(s){return this.spaces[s].primaries},getTransfer:function(s){return s===Es?ua:this.spaces[s].transfer},getToneMappingMode:function(s){return this.spaces[s].outputColorSpaceConfig.toneMappingMode||"standard"},getLuminanceCoefficients:function(s,r=this.workingColorSpace){return s.fromArray(this.spaces[r].luminanceCoefficients)},define:function(s){Object.assign(this.spaces,s)},_getMatrix:function(s,r,o){return s.copy(this.spaces[o].fromXYZ).multiply(this.spaces[r].toXYZ)},_getDrawingBufferColorSpace:function(s){return this.spaces[s].outputColorSpaceConfig.drawingBufferColorSpace},_getUnpackColorSpace:function(s=this.workingColorSpace){return this.spaces[s].workingColorSpaceConfig.unpackColorSpace}},e=[.64,.33,.3,.6,.15,.06],t=[.2126,.7152,.0722],n=[.3127,.329];return i.define({[ha]:{primaries:e,whitePoint:n,transfer:ua,toXYZ:bg,fromXYZ:Mg,luminanceCoefficients:t,workingColorSpaceConfig:{unpackColorSpace:ui},outputColorSpaceConfig:{drawingBufferColorSpace:ui}},[ui]:{primaries:e,whitePoint:n,transfer:Ct,toXYZ:bg,fromXYZ:Mg,luminanceCoefficients:t,outputColorSpaceConfig:{drawingBufferColorSpace:ui}}}),i}var mt=x_();function xs(i){return i<.04045?i*.0773993808:Math.pow(i*.9478672986+.0521327014,2.4)}function go(i){return i<.0031308?i*12.92:1.055*Math.pow(i,.41666)-.055}var to,wc=class{static getDataURL(e,t="image/png"){if(/^data:/i.test(e.src)||typeof HTMLCanvasElement>"u")return e.src;let n;if(e instanceof HTMLCanvasElement)n=e;else{to===void 0&&(to=da("canvas")),to.width=e.width,to.height=e.height;let s=to.getContext("2d");e instanceof ImageData?s.putImageData(e,0,0):s.drawImage(e,0,0,e.width,e.height),n=to}return n.toDataURL(t)}static sRGBToLinear(e){if(typeof HTMLImageElement<"u"&&e instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&e instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&e instanceof ImageBitmap){let t=da("canvas");t.width=e.width,t.height=e.height;let n=t.getContext("2d");n.drawImage(e,0,0,e.width,e.height);let s=n.getImageData(0,0,e.width,e.height),r=s.data;for(let o=0;o<r.length;o++)r[o]=xs(r[o]/255)*255;return n.putImageData(s,0,0),t}else if(e.data){let t=e.data.slice(0);for(let n=0;n<t.length;n++)t instanceof Uint8Array||t instanceof Uint8ClampedArray?t[n]=Math.floor(xs(t[n]/255)*255):t[n]=xs(t[n]);return{data:t,width:e.width,height:e.height}}else return qe("ImageUtils.sRGBToLinear(): Unsupported image type. No color space conversion applied."),e}},v_=0,_o=class{constructor(e=null){this.isTextureSource=!0,Object.defineProperty(this,"id",{value:v_++}),this.uuid=Ba(),this.data=e,this.dataReady=!0,this.version=0}getSize(e){let t=this.data;return typeof HTMLVideoElement<"u"&&t instanceof HTMLVideoElement?e.set(t.videoWidth,t.videoHeight,0):typeof VideoFrame<"u"&&t instanceof VideoFrame?e.set(t.displayWidth,t.displayHeight,0):t!==null?e.set(t.width||0,t.height||0,t.depth||0):e.set(0,0,0),e}set needsUpdate(e){e===!0&&this.version++}toJSON(e){let t=e===void 0||typeof e=="string";if(!t&&e.images[this.uuid]!==void 0)return e.images[this.uuid];let n={uuid:this.uuid,url:""},s=this.data;if(s!==null){let r;if(Array.isArray(s)){r=[];for(let o=0,a=s.length;o<a;o++)s[o].isDataTexture?r.push(ad(s[o].image)):r.push(ad(s[o]))}else r=ad(s);n.url=r}return t||(e.images[this.uuid]=n),n}};function ad(i){return typeof HTMLImageElement<"u"&&i instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&i instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&i instanceof ImageBitmap?wc.getDataURL(i):i.data?{data:Array.from(i.data),width:i.width,height:i.height,type:i.data.constructor.name}:(qe("Texture: Unable to serialize Texture."),{})}var y_=0,ld=new W,ei=class i extends Qi{constructor(e=i.DEFAULT_IMAGE,t=i.DEFAULT_MAPPING,n=ji,s=ji,r=jn,o=As,a=Bi,l=ti,c=i.DEFAULT_ANISOTROPY,h=Es){super(),this.isTexture=!0,Object.defineProperty(this,"id",{value:y_++}),this.uuid=Ba(),this.name="",this.source=new _o(e),this.mipmaps=[],this.mapping=t,this.channel=0,this.wrapS=n,this.wrapT=s,this.magFilter=r,this.minFilter=o,this.anisotropy=c,this.format=a,this.internalFormat=null,this.type=l,this.offset=new et(0,0),this.repeat=new et(1,1),this.center=new et(0,0),this.rotation=0,this.matrixAutoUpdate=!0,this.matrix=new tt,this.generateMipmaps=!0,this.mipmapsAutoUpdate=!0,this.premultiplyAlpha=!1,this.flipY=!0,this.unpackAlignment=4,this.colorSpace=h,this.userData={},this.updateRanges=[],this.version=0,this.onUpdate=null,this.renderTarget=null,this.isRenderTargetTexture=!1,this.isArrayTexture=!!(e&&e.depth&&e.depth>1),this.pmremVersion=0,this.isPMREMTexture=!1,this.normalized=!1}get width(){return this.source.getSize(ld).x}get height(){return this.source.getSize(ld).y}get depth(){return this.source.getSize(ld).z}get image(){return this.source.data}set image(e){this.source.data=e}updateMatrix(){this.matrix.setUvTransform(this.offset.x,this.offset.y,this.repeat.x,this.repeat.y,this.rotation,this.center.x,this.center.y)}addUpdateRange(e,t){this.updateRanges.push({start:e,count:t})}clearUpdateRanges(){this.updateRanges.length=0}clone(){return new this.constructor().copy(this)}copy(e){return this.name=e.name,this.source=e.source,this.mipmaps=e.mipmaps.slice(0),this.mapping=e.mapping,this.channel=e.channel,this.wrapS=e.wrapS,this.wrapT=e.wrapT,this.magFilter=e.magFilter,this.minFilter=e.minFilter,this.anisotropy=e.anisotropy,this.format=e.format,this.internalFormat=e.internalFormat,this.type=e.type,this.normalized=e.normalized,this.offset.copy(e.offset),this.repeat.copy(e.repeat),this.center.copy(e.center),this.rotation=e.rotation,this.matrixAutoUpdate=e.matrixAutoUpdate,this.matrix.copy(e.matrix),this.generateMipmaps=e.generateMipmaps,this.mipmapsAutoUpdate=e.mipmapsAutoUpdate,this.premultiplyAlpha=e.premultiplyAlpha,this.flipY=e.flipY,this.unpackAlignment=e.unpackAlignment,this.colorSpace=e.colorSpace,this.renderTarget=e.renderTarget,this.isRenderTargetTexture=e.isRenderTargetTexture,this.isPMREMTexture=e.isPMREMTexture,this.isArrayTexture=e.isArrayTexture,this.userData=JSON.parse(JSON.stringify(e.userData)),this.needsUpdate=!0,this}setValues(e){for(let t in e){let n=e[t];if(n===void 0){qe(`Texture.setValues(): parameter '${t}' has value of undefined.`);continue}let s=this[t];if(s===void 0){qe(`Texture.setValues(): property '${t}' does not exist.`);continue}s&&n&&s.isVector2&&n.isVector2||s&&n&&s.isVector3&&n.isVector3||s&&n&&s.isMatrix3&&n.isMatrix3?s.copy(n):this[t]=n}}toJSON(e){let t=e===void 0||typeof e=="string";if(!t&&e.textures[this.uuid]!==void 0)return e.textures[this.uuid];let n={metadata:{version:4.7,type:"Texture",generator:"Texture.toJSON"},uuid:this.uuid,name:this.name,image:this.source.toJSON(e).uuid,mapping:this.mapping,channel:this.channel,repeat:[this.repeat.x,this.repeat.y],offset:[this.offset.x,this.offset.y],center:[this.center.x,this.center.y],rotation:this.rotation,wrap:[this.wrapS,this.wrapT],format:this.format,internalFormat:this.internalFormat,type:this.type,normalized:this.normalized,colorSpace:this.colorSpace,minFilter:this.minFilter,magFilter:this.magFilter,anisotropy:this.anisotropy,flipY:this.flipY,generateMipmaps:this.generateMipmaps,mipmapsAutoUpdate:this.mipmapsAutoUpdate,premultiplyAlpha:this.premultiplyAlpha,unpackAlignment:this.unpackAlignment};return Object.keys(this.userData).length>0&&(n.userData=this.userData),t||(e.textures[this.uuid]=n),n}dispose(){this.dispatchEvent({type:"dispose"})}transformUv(e){if(this.mapping!==qd)return e;if(e.applyMatrix3(this.matrix),e.x<0||e.x>1)switch(this.wrapS){case yc:e.x=e.x-Math.floor(e.x);break;case ji:e.x=e.x<0?0:1;break;case _c:Math.abs(Math.floor(e.x)%2)===1?e.x=Math.ceil(e.x)-e.x:e.x=e.x-Math.floor(e.x);break}if(e.y<0||e.y>1)switch(this.wrapT){case yc:e.y=e.y-Math.floor(e.y);break;case ji:e.y=e.y<0?0:1;break;case _c:Math.abs(Math.floor(e.y)%2)===1?e.y=Math.ceil(e.y)-e.y:e.y=e.y-Math.floor(e.y);break}return this.flipY&&(e.y=1-e.y),e}set needsUpdate(e){e===!0&&(this.version++,this.source.needsUpdate=!0)}set needsPMREMUpdate(e){e===!0&&this.pmremVersion++}};ei.DEFAULT_IMAGE=null;ei.DEFAULT_MAPPING=qd;ei.DEFAULT_ANISOTROPY=1;var Zt=class{static{this.prototype.isVector4=!0}constructor(e=0,t=0,n=0,s=1){this.x=e,this.y=t,this.z=n,this.w=s}get width(){return this.z}set width(e){this.z=e}get height(){return this.w}set height(e){this.w=e}set(e,t,n,s){return this.x=e,this.y=t,this.z=n,this.w=s,this}setScalar(e){return this.x=e,this.y=e,this.z=e,this.w=e,this}setX(e){return this.x=e,this}setY(e){return this.y=e,this}setZ(e){return this.z=e,this}setW(e){return this.w=e,this}setComponent(e,t){switch(e){case 0:this.x=t;break;case 1:this.y=t;break;case 2:this.z=t;break;case 3:this.w=t;break;default:throw new Error("THREE.Vector4: index is out of range: "+e)}return this}getComponent(e){switch(e){case 0:return this.x;case 1:return this.y;case 2:return this.z;case 3:return this.w;default:throw new Error("THREE.Vector4: index is out of range: "+e)}}clone(){return new this.constructor(this.x,this.y,this.z,this.w)}copy(e){return this.x=e.x,this.y=e.y,this.z=e.z,this.w=e.w!==void 0?e.w:1,this}add(e){return this.x+=e.x,this.y+=e.y,this.z+=e.z,this.w+=e.w,this}addScalar(e){return this.x+=e,this.y+=e,this.z+=e,this.w+=e,this}addVectors(e,t){return this.x=e.x+t.x,this.y=e.y+t.y,this.z=e.z+t.z,this.w=e.w+t.w,this}addScaledVector(e,t){return this.x+=e.x*t,this.y+=e.y*t,this.z+=e.z*t,this.w+=e.w*t,this}sub(e){return this.x-=e.x,this.y-=e.y,this.z-=e.z,this.w-=e.w,this}subScalar(e){return this.x-=e,this.y-=e,this.z-=e,this.w-=e,this}subVectors(e,t){return this.x=e.x-t.x,this.y=e.y-t.y,this.z=e.z-t.z,this.w=e.w-t.w,this}multiply(e){return this.x*=e.x,this.y*=e.y,this.z*=e.z,this.w*=e.w,this}multiplyScalar(e){return this.x*=e,this.y*=e,this.z*=e,this.w*=e,this}applyMatrix4(e){let t=this.x,n=this.y,s=this.z,r=this.w,o=e.elements;return this.x=o[0]*t+o[4]*n+o[8]*s+o[12]*r,this.y=o[1]*t+o[5]*n+o[9]*s+o[13]*r,this.z=o[2]*t+o[6]*n+o[10]*s+o[14]*r,this.w=o[3]*t+o[7]*n+o[11]*s+o[15]*r,this}divide(e){return this.x/=e.x,this.y/=e.y,this.z/=e.z,this.w/=e.w,this}divideScalar(e){return this.multiplyScalar(1/e)}setAxisAngleFromQuaternion(e){this.w=2*Math.acos(e.w);let t=Math.sqrt(1-e.w*e.w);return t<1e-4?(this.x=1,this.y=0,this.z=0):(this.x=e.x/t,this.y=e.y/t,this.z=e.z/t),this}setAxisAngleFromRotationMatrix(e){let t,n,s,r,l=e.elements,c=l[0],h=l[4],u=l[8],d=l[1],f=l[5],p=l[9],x=l[2],m=l[6],g=l[10];if(Math.abs(h-d)<.01&&Math.abs(u-x)<.01&&Math.abs(p-m)<.01){if(Math.abs(h+d)<.1&&Math.abs(u+x)<.1&&Math.abs(p+m)<.1&&Math.abs(c+f+g-3)<.1)return this.set(1,0,0,0),this;t=Math.PI;let E=(c+1)/2,M=(f+1)/2,C=(g+1)/2,T=(h+d)/4,v=(u+x)/4,S=(p+m)/4;return E>M&&E>C?E<.01?(n=0,s=.707106781,r=.707106781):(n=Math.sqrt(E),s=T/n,r=v/n):M>C?M<.01?(n=.707106781,s=0,r=.707106781):(s=Math.sqrt(M),n=T/s,r=S/s):C<.01?(n=.707106781,s=.707106781,r=0):(r=Math.sqrt(C),n=v/r,s=S/r),this.set(n,s,r,t),this}let _=Math.sqrt((m-p)*(m-p)+(u-x)*(u-x)+(d-h)*(d-h));return Math.abs(_)<.001&&(_=1),this.x=(m-p)/_,this.y=(u-x)/_,this.z=(d-h)/_,this.w=Math.acos((c+f+g-1)/2),this}setFromMatrixPosition(e){let t=e.elements;return this.x=t[12],this.y=t[13],this.z=t[14],this.w=t[15],this}min(e){return this.x=Math.min(this.x,e.x),this.y=Math.min(this.y,e.y),this.z=Math.min(this.z,e.z),this.w=Math.min(this.w,e.w),this}max(e){return this.x=Math.max(this.x,e.x),this.y=Math.max(this.y,e.y),this.z=Math.max(this.z,e.z),this.w=Math.max(this.w,e.w),this}clamp(e,t){return this.x=yt(this.x,e.x,t.x),this.y=yt(this.y,e.y,t.y),this.z=yt(this.z,e.z,t.z),this.w=yt(this.w,e.w,t.w),this}clampScalar(e,t){return this.x=yt(this.x,e,t),this.y=yt(this.y,e,t),this.z=yt(this.z,e,t),this.w=yt(this.w,e,t),this}clampLength(e,t){let n=this.length();return this.divideScalar(n||1).multiplyScalar(yt(n,e,t))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this.w=Math.floor(this.w),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this.w=Math.ceil(this.w),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this.w=Math.round(this.w),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this.w=Math.trunc(this.w),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this.w=-this.w,this}dot(e){return this.x*e.x+this.y*e.y+this.z*e.z+this.w*e.w}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)+Math.abs(this.w)}normalize(){return this.divideScalar(this.length()||1)}setLength(e){return this.normalize().multiplyScalar(e)}lerp(e,t){return this.x+=(e.x-this.x)*t,this.y+=(e.y-this.y)*t,this.z+=(e.z-this.z)*t,this.w+=(e.w-this.w)*t,this}lerpVectors(e,t,n){return this.x=e.x+(t.x-e.x)*n,this.y=e.y+(t.y-e.y)*n,this.z=e.z+(t.z-e.z)*n,this.w=e.w+(t.w-e.w)*n,this}equals(e){return e.x===this.x&&e.y===this.y&&e.z===this.z&&e.w===this.w}fromArray(e,t=0){return this.x=e[t],this.y=e[t+1],this.z=e[t+2],this.w=e[t+3],this}toArray(e=[],t=0){return e[t]=this.x,e[t+1]=this.y,e[t+2]=this.z,e[t+3]=this.w,e}fromBufferAttribute(e,t){return this.x=e.getX(t),this.y=e.getY(t),this.z=e.getZ(t),this.w=e.getW(t),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this.w=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z,yield this.w}},Sc=class extends Qi{constructor(e=1,t=1,n={}){super(),n=Object.assign({generateMipmaps:!1,internalFormat:null,minFilter:jn,depthBuffer:!0,stencilBuffer:!1,resolveColorBuffer:!0,resolveDepthBuffer:!0,resolveStencilBuffer:!0,storeMultisampledColorBuffer:!0,storeMultisampledDepthBuffer:!0,storeMultisampledStencilBuffer:!0,depthTexture:null,samples:0,count:1,depth:1,multiview:!1,useArrayDepthTexture:!1},n),this.isRenderTarget=!0,this.width=e,this.height=t,this.depth=n.depth,this.scissor=new Zt(0,0,e,t),this.scissorTest=!1,this.viewport=new Zt(0,0,e,t),this.textures=[];let s=n.count;for(let r=0;r<s;r++)this.textures[r]=new ei({width:e,height:t,depth:n.depth}),this.textures[r].isRenderTargetTexture=!0,this.textures[r].renderTarget=this;this._setTextureOptions(n),this.depthBuffer=n.depthBuffer,this.stencilBuffer=n.stencilBuffer,this.resolveColorBuffer=n.resolveColorBuffer,this.resolveDepthBuffer=n.resolveDepthBuffer,this.resolveStencilBuffer=n.resolveStencilBuffer,this.storeMultisampledColorBuffer=n.storeMultisampledColorBuffer,this.storeMultisampledDepthBuffer=n.storeMultisampledDepthBuffer,this.storeMultisampledStencilBuffer=n.storeMultisampledStencilBuffer,this._depthTexture=null,this.depthTexture=n.depthTexture,this.samples=n.samples,this.multiview=n.multiview,this.useArrayDepthTexture=n.useArrayDepthTexture}_setTextureOptions(e={}){let t={minFilter:jn,generateMipmaps:!1,flipY:!1,internalFormat:null};e.mapping!==void 0&&(t.mapping=e.mapping),e.wrapS!==void 0&&(t.wrapS=e.wrapS),e.wrapT!==void 0&&(t.wrapT=e.wrapT),e.wrapR!==void 0&&(t.wrapR=e.wrapR),e.magFilter!==void 0&&(t.magFilter=e.magFilter),e.minFilter!==void 0&&(t.minFilter=e.minFilter),e.format!==void 0&&(t.format=e.format),e.type!==void 0&&(t.type=e.type),e.anisotropy!==void 0&&(t.anisotropy=e.anisotropy),e.colorSpace!==void 0&&(t.colorSpace=e.colorSpace),e.flipY!==void 0&&(t.flipY=e.flipY),e.generateMipmaps!==void 0&&(t.generateMipmaps=e.generateMipmaps),e.mipmapsAutoUpdate!==void 0&&(t.mipmapsAutoUpdate=e.mipmapsAutoUpdate),e.internalFormat!==void 0&&(t.internalFormat=e.internalFormat);for(let n=0;n<this.textures.length;n++)this.textures[n].setValues(t)}get texture(){return this.textures[0]}set texture(e){this.textures[0]=e}set depthTexture(e){this._depthTexture!==null&&this._depthTexture.renderTarget===this&&(this._depthTexture.renderTarget=null),e!==null&&e.renderTarget===null&&(e.renderTarget=this),this._depthTexture=e}get depthTexture(){return this._depthTexture}setSize(e,t,n=1){if(this.width!==e||this.height!==t||this.depth!==n){this.width=e,this.height=t,this.depth=n;for(let s=0,r=this.textures.length;s<r;s++)this.textures[s].image.width=e,this.textures[s].image.height=t,this.textures[s].image.depth=n,this.textures[s].isData3DTexture!==!0&&(this.textures[s].isArrayTexture=this.textures[s].image.depth>1);this.dispose()}this.viewport.set(0,0,e,t),this.scissor.set(0,0,e,t)}clone(){return new this.constructor().copy(this)}copy(e){this.width=e.width,this.height=e.height,this.depth=e.depth,this.scissor.copy(e.scissor),this.scissorTest=e.scissorTest,this.viewport.copy(e.viewport),this.textures.length=0;for(let t=0,n=e.textures.length;t<n;t++){this.textures[t]=e.textures[t].clone(),this.textures[t].isRenderTargetTexture=!0,this.textures[t].renderTarget=this;let s=Object.assign({},e.textures[t].image);this.textures[t].source=new _o(s)}if(this.depthBuffer=e.depthBuffer,this.stencilBuffer=e.stencilBuffer,this.resolveColorBuffer=e.resolveColorBuffer,this.resolveDepthBuffer=e.resolveDepthBuffer,this.resolveStencilBuffer=e.resolveStencilBuffer,this.storeMultisampledColorBuffer=e.storeMultisampledColorBuffer,this.storeMultisampledDepthBuffer=e.storeMultisampledDepthBuffer,this.storeMultisampledStencilBuffer=e.storeMultisampledStencilBuffer,e.depthTexture!==null)if(e.depthTexture.renderTarget===e){let t=e.depthTexture.clone();t.renderTarget=null,this.depthTexture=t}else this.depthTexture=e.depthTexture;else this.depthTexture=null;return this.samples=e.samples,this.multiview=e.multiview,this.useArrayDepthTexture=e.useArrayDepthTexture,this}dispose(){this.dispatchEvent({type:"dispose"})}},fi=class extends Sc{constructor(e=1,t=1,n={}){super(e,t,n),this.isWebGLRenderTarget=!0}},fa=class extends ei{constructor(e=null,t=1,n=1,s=1){super(null),this.isDataArrayTexture=!0,this.image={data:e,width:t,height:n,depth:s},this.magFilter=Ln,this.minFilter=Ln,this.wrapR=ji,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1,this.layerUpdates=new Set}copy(e){return super.copy(e),this.wrapR=e.wrapR,this}addLayerUpdate(e){this.layerUpdates.add(e)}clearLayerUpdates(){this.layerUpdates.clear()}};var Ac=class extends ei{constructor(e=null,t=1,n=1,s=1){super(null),this.isData3DTexture=!0,this.image={data:e,width:t,height:n,depth:s},this.magFilter=Ln,this.minFilter=Ln,this.wrapR=ji,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}copy(e){return super.copy(e),this.wrapR=e.wrapR,this}};var ot=class i{static{this.prototype.isMatrix4=!0}constructor(e,t,n,s,r,o,a,l,c,h,u,d,f,p,x,m){this.elements=[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1],e!==void 0&&this.set(e,t,n,s,r,o,a,l,c,h,u,d,f,p,x,m)}set(e,t,n,s,r,o,a,l,c,h,u,d,f,p,x,m){let g=this.elements;return g[0]=e,g[4]=t,g[8]=n,g[12]=s,g[1]=r,g[5]=o,g[9]=a,g[13]=l,g[2]=c,g[6]=h,g[10]=u,g[14]=d,g[3]=f,g[7]=p,g[11]=x,g[15]=m,this}identity(){return this.set(1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1),this}clone(){return new i().fromArray(this.elements)}copy(e){let t=this.elements,n=e.elements;return t[0]=n[0],t[1]=n[1],t[2]=n[2],t[3]=n[3],t[4]=n[4],t[5]=n[5],t[6]=n[6],t[7]=n[7],t[8]=n[8],t[9]=n[9],t[10]=n[10],t[11]=n[11],t[12]=n[12],t[13]=n[13],t[14]=n[14],t[15]=n[15],this}copyPosition(e){let t=this.elements,n=e.elements;return t[12]=n[12],t[13]=n[13],t[14]=n[14],this}setFromMatrix3(e){let t=e.elements;return this.set(t[0],t[3],t[6],0,t[1],t[4],t[7],0,t[2],t[5],t[8],0,0,0,0,1),this}extractBasis(e,t,n){return this.determinantAffine()===0?(e.set(1,0,0),t.set(0,1,0),n.set(0,0,1),this):(e.setFromMatrixColumn(this,0),t.setFromMatrixColumn(this,1),n.setFromMatrixColumn(this,2),this)}makeBasis(e,t,n){return this.set(e.x,t.x,n.x,0,e.y,t.y,n.y,0,e.z,t.z,n.z,0,0,0,0,1),this}extractRotation(e){if(e.determinantAffine()===0)return this.identity();let t=this.elements,n=e.elements,s=1/no.setFromMatrixColumn(e,0).length(),r=1/no.setFromMatrixColumn(e,1).length(),o=1/no.setFromMatrixColumn(e,2).length();return t[0]=n[0]*s,t[1]=n[1]*s,t[2]=n[2]*s,t[3]=0,t[4]=n[4]*r,t[5]=n[5]*r,t[6]=n[6]*r,t[7]=0,t[8]=n[8]*o,t[9]=n[9]*o,t[10]=n[10]*o,t[11]=0,t[12]=0,t[13]=0,t[14]=0,t[15]=1,this}makeRotationFromEuler(e){let t=this.elements,n=e.x,s=e.y,r=e.z,o=Math.cos(n),a=Math.sin(n),l=Math.cos(s),c=Math.sin(s),h=Math.cos(r),u=Math.sin(r);if(e.order==="XYZ"){let d=o*h,f=o*u,p=a*h,x=a*u;t[0]=l*h,t[4]=-l*u,t[8]=c,t[1]=f+p*c,t[5]=d-x*c,t[9]=-a*l,t[2]=x-d*c,t[6]=p+f*c,t[10]=o*l}else if(e.order==="YXZ"){let d=l*h,f=l*u,p=c*h,x=c*u;t[0]=d+x*a,t[4]=p*a-f,t[8]=o*c,t[1]=o*u,t[5]=o*h,t[9]=-a,t[2]=f*a-p,t[6]=x+d*a,t[10]=o*l}else if(e.order==="ZXY"){let d=l*h,f=l*u,p=c*h,x=c*u;t[0]=d-x*a,t[4]=-o*u,t[8]=p+f*a,t[1]=f+p*a,t[5]=o*h,t[9]=x-d*a,t[2]=-o*c,t[6]=a,t[10]=o*l}else if(e.order==="ZYX"){let d=o*h,f=o*u,p=a*h,x=a*u;t[0]=l*h,t[4]=p*c-f,t[8]=d*c+x,t[1]=l*u,t[5]=x*c+d,t[9]=f*c-p,t[2]=-c,t[6]=a*l,t[10]=o*l}else if(e.order==="YZX"){let d=o*l,f=o*c,p=a*l,x=a*c;t[0]=l*h,t[4]=x-d*u,t[8]=p*u+f,t[1]=u,t[5]=o*h,t[9]=-a*h,t[2]=-c*h,t[6]=f*u+p,t[10]=d-x*u}else if(e.order==="XZY"){let d=o*l,f=o*c,p=a*l,x=a*c;t[0]=l*h,t[4]=-u,t[8]=c*h,t[1]=d*u+x,t[5]=o*h,t[9]=f*u-p,t[2]=p*u-f,t[6]=a*h,t[10]=x*u+d}return t[3]=0,t[7]=0,t[11]=0,t[12]=0,t[13]=0,t[14]=0,t[15]=1,this}makeRotationFromQuaternion(e){return this.compose(__,e,b_)}lookAt(e,t,n){let s=this.elements;return ci.subVectors(e,t),ci.lengthSq()===0&&(ci.z=1),ci.normalize(),Vs.crossVectors(n,ci),Vs.lengthSq()===0&&(Math.abs(n.z)===1?ci.x+=1e-4:ci.z+=1e-4,ci.normalize(),Vs.crossVectors(n,ci)),Vs.normalize(),kl.crossVectors(ci,Vs),s[0]=Vs.x,s[4]=kl.x,s[8]=ci.x,s[1]=Vs.y,s[5]=kl.y,s[9]=ci.y,s[2]=Vs.z,s[6]=kl.z,s[10]=ci.z,this}multiply(e){return this.multiplyMatrices(this,e)}premultiply(e){return this.multiplyMatrices(e,this)}multiplyMatrices(e,t){let n=e.elements,s=t.elements,r=this.elements,o=n[0],a=n[4],l=n[8],c=n[12],h=n[1],u=n[5],d=n[9],f=n[13],p=n[2],x=n[6],m=n[10],g=n[14],_=n[3],E=n[7],M=n[11],C=n[15],T=s[0],v=s[4],S=s[8],F=s[12],I=s[1],L=s[5],O=s[9],z=s[13],N=s[2],H=s[6],X=s[10],V=s[14],le=s[3],Z=s[7],Q=s[11],se=s[15];return r[0]=o*T+a*I+l*N+c*le,r[4]=o*v+a*L+l*H+c*Z,r[8]=o*S+a*O+l*X+c*Q,r[12]=o*F+a*z+l*V+c*se,r[1]=h*T+u*I+d*N+f*le,r[5]=h*v+u*L+d*H+f*Z,r[9]=h*S+u*O+d*X+f*Q,r[13]=h*F+u*z+d*V+f*se,r[2]=p*T+x*I+m*N+g*le,r[6]=p*v+x*L+m*H+g*Z,r[10]=p*S+x*O+m*X+g*Q,r[14]=p*F+x*z+m*V+g*se,r[3]=_*T+E*I+M*N+C*le,r[7]=_*v+E*L+M*H+C*Z,r[11]=_*S+E*O+M*X+C*Q,r[15]=_*F+E*z+M*V+C*se,this}multiplyScalar(e){let t=this.elements;return t[0]*=e,t[4]*=e,t[8]*=e,t[12]*=e,t[1]*=e,t[5]*=e,t[9]*=e,t[13]*=e,t[2]*=e,t[6]*=e,t[10]*=e,t[14]*=e,t[3]*=e,t[7]*=e,t[11]*=e,t[15]*=e,this}determinant(){let e=this.elements,t=e[0],n=e[4],s=e[8],r=e[12],o=e[1],a=e[5],l=e[9],c=e[13],h=e[2],u=e[6],d=e[10],f=e[14],p=e[3],x=e[7],m=e[11],g=e[15],_=l*f-c*d,E=a*f-c*u,M=a*d-l*u,C=o*f-c*h,T=o*d-l*h,v=o*u-a*h;return t*(x*_-m*E+g*M)-n*(p*_-m*C+g*T)+s*(p*E-x*C+g*v)-r*(p*M-x*T+m*v)}determinantAffine(){let e=this.elements,t=e[0],n=e[4],s=e[8],r=e[1],o=e[5],a=e[9],l=e[2],c=e[6],h=e[10];return t*(o*h-a*c)-n*(r*h-a*l)+s*(r*c-o*l)}transpose(){let e=this.elements,t;return t=e[1],e[1]=e[4],e[4]=t,t=e[2],e[2]=e[8],e[8]=t,t=e[6],e[6]=e[9],e[9]=t,t=e[3],e[3]=e[12],e[12]=t,t=e[7],e[7]=e[13],e[13]=t,t=e[11],e[11]=e[14],e[14]=t,this}setPosition(e,t,n){let s=this.elements;return e.isVector3?(s[12]=e.x,s[13]=e.y,s[14]=e.z):(s[12]=e,s[13]=t,s[14]=n),this}invert(){let e=this.elements,t=e[0],n=e[1],s=e[2],r=e[3],o=e[4],a=e[5],l=e[6],c=e[7],h=e[8],u=e[9],d=e[10],f=e[11],p=e[12],x=e[13],m=e[14],g=e[15],_=t*a-n*o,E=t*l-s*o,M=t*c-r*o,C=n*l-s*a,T=n*c-r*a,v=s*c-r*l,S=h*x-u*p,F=h*m-d*p,I=h*g-f*p,L=u*m-d*x,O=u*g-f*x,z=d*g-f*m,N=_*z-E*O+M*L+C*I-T*F+v*S;if(N===0)return this.set(0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0);let H=1/N;return e[0]=(a*z-l*O+c*L)*H,e[1]=(s*O-n*z-r*L)*H,e[2]=(x*v-m*T+g*C)*H,e[3]=(d*T-u*v-f*C)*H,e[4]=(l*I-o*z-c*F)*H,e[5]=(t*z-s*I+r*F)*H,e[6]=(m*M-p*v-g*E)*H,e[7]=(h*v-d*M+f*E)*H,e[8]=(o*O-a*I+c*S)*H,e[9]=(n*I-t*O-r*S)*H,e[10]=(p*T-x*M+g*_)*H,e[11]=(u*M-h*T-f*_)*H,e[12]=(a*F-o*L-l*S)*H,e[13]=(t*L-n*F+s*S)*H,e[14]=(x*E-p*C-m*_)*H,e[15]=(h*C-u*E+d*_)*H,this}scale(e){let t=this.elements,n=e.x,s=e.y,r=e.z;return t[0]*=n,t[4]*=s,t[8]*=r,t[1]*=n,t[5]*=s,t[9]*=r,t[2]*=n,t[6]*=s,t[10]*=r,t[3]*=n,t[7]*=s,t[11]*=r,this}getMaxScaleOnAxis(){let e=this.elements,t=e[0]*e[0]+e[1]*e[1]+e[2]*e[2],n=e[4]*e[4]+e[5]*e[5]+e[6]*e[6],s=e[8]*e[8]+e[9]*e[9]+e[10]*e[10];return Math.sqrt(Math.max(t,n,s))}makeTranslation(e,t,n){return e.isVector3?this.set(1,0,0,e.x,0,1,0,e.y,0,0,1,e.z,0,0,0,1):this.set(1,0,0,e,0,1,0,t,0,0,1,n,0,0,0,1),this}makeRotationX(e){let t=Math.cos(e),n=Math.sin(e);return this.set(1,0,0,0,0,t,-n,0,0,n,t,0,0,0,0,1),this}makeRotationY(e){let t=Math.cos(e),n=Math.sin(e);return this.set(t,0,n,0,0,1,0,0,-n,0,t,0,0,0,0,1),this}makeRotationZ(e){let t=Math.cos(e),n=Math.sin(e);return this.set(t,-n,0,0,n,t,0,0,0,0,1,0,0,0,0,1),this}makeRotationAxis(e,t){let n=Math.cos(t),s=Math.sin(t),r=1-n,o=e.x,a=e.y,l=e.z,c=r*o,h=r*a;return this.set(c*o+n,c*a-s*l,c*l+s*a,0,c*a+s*l,h*a+n,h*l-s*o,0,c*l-s*a,h*l+s*o,r*l*l+n,0,0,0,0,1),this}makeScale(e,t,n){return this.set(e,0,0,0,0,t,0,0,0,0,n,0,0,0,0,1),this}makeShear(e,t,n,s,r,o){return this.set(1,n,r,0,e,1,o,0,t,s,1,0,0,0,0,1),this}compose(e,t,n){let s=this.elements,r=t._x,o=t._y,a=t._z,l=t._w,c=r+r,h=o+o,u=a+a,d=r*c,f=r*h,p=r*u,x=o*h,m=o*u,g=a*u,_=l*c,E=l*h,M=l*u,C=n.x,T=n.y,v=n.z;return s[0]=(1-(x+g))*C,s[1]=(f+M)*C,s[2]=(p-E)*C,s[3]=0,s[4]=(f-M)*T,s[5]=(1-(d+g))*T,s[6]=(m+_)*T,s[7]=0,s[8]=(p+E)*v,s[9]=(m-_)*v,s[10]=(1-(d+x))*v,s[11]=0,s[12]=e.x,s[13]=e.y,s[14]=e.z,s[15]=1,this}decompose(e,t,n){let s=this.elements;e.x=s[12],e.y=s[13],e.z=s[14];let r=this.determinantAffine();if(r===0)return n.set(1,1,1),t.identity(),this;let o=no.set(s[0],s[1],s[2]).length(),a=no.set(s[4],s[5],s[6]).length(),l=no.set(s[8],s[9],s[10]).length();r<0&&(o=-o),Li.copy(this);let c=1/o,h=1/a,u=1/l;return Li.elements[0]*=c,Li.elements[1]*=c,Li.elements[2]*=c,Li.elements[4]*=h,Li.elements[5]*=h,Li.elements[6]*=h,Li.elements[8]*=u,Li.elements[9]*=u,Li.elements[10]*=u,t.setFromRotationMatrix(Li),n.x=o,n.y=a,n.z=l,this}makePerspective(e,t,n,s,r,o,a=bi,l=!1){let c=this.elements,h=2*r/(t-e),u=2*r/(n-s),d=(t+e)/(t-e),f=(n+s)/(n-s),p,x;if(l)p=r/(o-r),x=o*r/(o-r);else if(a===bi)p=-(o+r)/(o-r),x=-2*o*r/(o-r);else if(a===vo)p=-o/(o-r),x=-o*r/(o-r);else throw new Error("THREE.Matrix4.makePerspective(): Invalid coordinate system: "+a);return c[0]=h,c[4]=0,c[8]=d,c[12]=0,c[1]=0,c[5]=u,c[9]=f,c[13]=0,c[2]=0,c[6]=0,c[10]=p,c[14]=x,c[3]=0,c[7]=0,c[11]=-1,c[15]=0,this}makeOrthographic(e,t,n,s,r,o,a=bi,l=!1){let c=this.elements,h=2/(t-e),u=2/(n-s),d=-(t+e)/(t-e),f=-(n+s)/(n-s),p,x;if(l)p=1/(o-r),x=o/(o-r);else if(a===bi)p=-2/(o-r),x=-(o+r)/(o-r);else if(a===vo)p=-1/(o-r),x=-r/(o-r);else throw new Error("THREE.Matrix4.makeOrthographic(): Invalid coordinate system: "+a);return c[0]=h,c[4]=0,c[8]=0,c[12]=d,c[1]=0,c[5]=u,c[9]=0,c[13]=f,c[2]=0,c[6]=0,c[10]=p,c[14]=x,c[3]=0,c[7]=0,c[11]=0,c[15]=1,this}equals(e){let t=this.elements,n=e.elements;for(let s=0;s<16;s++)if(t[s]!==n[s])return!1;return!0}fromArray(e,t=0){for(let n=0;n<16;n++)this.elements[n]=e[n+t];return this}toArray(e=[],t=0){let n=this.elements;return e[t]=n[0],e[t+1]=n[1],e[t+2]=n[2],e[t+3]=n[3],e[t+4]=n[4],e[t+5]=n[5],e[t+6]=n[6],e[t+7]=n[7],e[t+8]=n[8],e[t+9]=n[9],e[t+10]=n[10],e[t+11]=n[11],e[t+12]=n[12],e[t+13]=n[13],e[t+14]=n[14],e[t+15]=n[15],e}},no=new W,Li=new ot,__=new W(0,0,0),b_=new W(1,1,1),Vs=new W,kl=new W,ci=new W,wg=new ot,Sg=new on,ys=class i{constructor(e=0,t=0,n=0,s=i.DEFAULT_ORDER){this.isEuler=!0,this._x=e,this._y=t,this._z=n,this._order=s}get x(){return this._x}set x(e){this._x=e,this._onChangeCallback()}get y(){return this._y}set y(e){this._y=e,this._onChangeCallback()}get z(){return this._z}set z(e){this._z=e,this._onChangeCallback()}get order(){return this._order}set order(e){this._order=e,this._onChangeCallback()}set(e,t,n,s=this._order){return this._x=e,this._y=t,this._z=n,this._order=s,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._order)}copy(e){return this._x=e._x,this._y=e._y,this._z=e._z,this._order=e._order,this._onChangeCallback(),this}setFromRotationMatrix(e,t=this._order,n=!0){let s=e.elements,r=s[0],o=s[4],a=s[8],l=s[1],c=s[5],h=s[9],u=s[2],d=s[6],f=s[10];switch(t){case"XYZ":this._y=Math.asin(yt(a,-1,1)),Math.abs(a)<.9999999?(this._x=Math.atan2(-h,f),this._z=Math.atan2(-o,r)):(this._x=Math.atan2(d,c),this._z=0);break;case"YXZ":this._x=Math.asin(-yt(h,-1,1)),Math.abs(h)<.9999999?(this._y=Math.atan2(a,f),this._z=Math.atan2(l,c)):(this._y=Math.atan2(-u,r),this._z=0);break;case"ZXY":this._x=Math.asin(yt(d,-1,1)),Math.abs(d)<.9999999?(this._y=Math.atan2(-u,f),this._z=Math.atan2(-o,c)):(this._y=0,this._z=Math.atan2(l,r));break;case"ZYX":this._y=Math.asin(-yt(u,-1,1)),Math.abs(u)<.9999999?(this._x=Math.atan2(d,f),this._z=Math.atan2(l,r)):(this._x=0,this._z=Math.atan2(-o,c));break;case"YZX":this._z=Math.asin(yt(l,-1,1)),Math.abs(l)<.9999999?(this._x=Math.atan2(-h,c),this._y=Math.atan2(-u,r)):(this._x=0,this._y=Math.atan2(a,f));break;case"XZY":this._z=Math.asin(-yt(o,-1,1)),Math.abs(o)<.9999999?(this._x=Math.atan2(d,c),this._y=Math.atan2(a,r)):(this._x=Math.atan2(-h,f),this._y=0);break;default:qe("Euler: .setFromRotationMatrix() encountered an unknown order: "+t)}return this._order=t,n===!0&&this._onChangeCallback(),this}setFromQuaternion(e,t,n){return wg.makeRotationFromQuaternion(e),this.setFromRotationMatrix(wg,t,n)}setFromVector3(e,t=this._order){return this.set(e.x,e.y,e.z,t)}reorder(e){return Sg.setFromEuler(this),this.setFromQuaternion(Sg,e)}equals(e){return e._x===this._x&&e._y===this._y&&e._z===this._z&&e._order===this._order}fromArray(e){return this._x=e[0],this._y=e[1],this._z=e[2],e[3]!==void 0&&(this._order=e[3]),this._onChangeCallback(),this}toArray(e=[],t=0){return e[t]=this._x,e[t+1]=this._y,e[t+2]=this._z,e[t+3]=this._order,e}_onChange(e){return this._onChangeCallback=e,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._order}};ys.DEFAULT_ORDER="XYZ";var pa=class{constructor(){this.mask=1}set(e){this.mask=(1<<e|0)>>>0}enable(e){this.mask|=1<<e|0}enableAll(){this.mask=-1}toggle(e){this.mask^=1<<e|0}disable(e){this.mask&=~(1<<e|0)}disableAll(){this.mask=0}test(e){return(this.mask&e.mask)!==0}isEnabled(e){return(this.mask&(1<<e|0))!==0}},M_=0,Ag=new W,io=new on,us=new ot,Ol=new W,ta=new W,w_=new W,S_=new on,Tg=new W(1,0,0),Eg=new W(0,1,0),Cg=new W(0,0,1),Rg={type:"added"},A_={type:"removed"},so={type:"childadded",child:null},cd={type:"childremoved",child:null},Bn=class i extends Qi{constructor(){super(),this.isObject3D=!0,Object.defineProperty(this,"id",{value:M_++}),this.uuid=Ba(),this.name="",this.type="Object3D",this.parent=null,this.children=[],this.up=i.DEFAULT_UP.clone();let e=new W,t=new ys,n=new on,s=new W(1,1,1);function r(){n.setFromEuler(t,!1)}function o(){t.setFromQuaternion(n,void 0,!1)}t._onChange(r),n._onChange(o),Object.defineProperties(this,{position:{configurable:!0,enumerable:!0,value:e},rotation:{configurable:!0,enumerable:!0,value:t},quaternion:{configurable:!0,enumerable:!0,value:n},scale:{configurable:!0,enumerable:!0,value:s},modelViewMatrix:{value:new ot},normalMatrix:{value:new tt}}),this.matrix=new ot,this.matrixWorld=new ot,this.matrixAutoUpdate=i.DEFAULT_MATRIX_AUTO_UPDATE,this.matrixWorldAutoUpdate=i.DEFAULT_MATRIX_WORLD_AUTO_UPDATE,this.matrixWorldNeedsUpdate=!1,this.layers=new pa,this.visible=!0,this.castShadow=!1,this.receiveShadow=!1,this.frustumCulled=!0,this.renderOrder=0,this.animations=[],this.customDepthMaterial=void 0,this.customDistanceMaterial=void 0,this.static=!1,this.userData={},this.pivot=null}onBeforeShadow(){}onAfterShadow(){}onBeforeRender(){}onAfterRender(){}applyMatrix4(e){this.matrixAutoUpdate&&this.updateMatrix(),this.matrix.premultiply(e),this.matrix.decompose(this.position,this.quaternion,this.scale),this.pivot!==null&&this.position.copy(this.pivot).applyMatrix4(this.matrix).sub(this.pivot)}applyQuaternion(e){return this.quaternion.premultiply(e),this}setRotationFromAxisAngle(e,t){this.quaternion.setFromAxisAngle(e,t)}setRotationFromEuler(e){this.quaternion.setFromEuler(e,!0)}setRotationFromMatrix(e){this.quaternion.setFromRotationMatrix(e)}setRotationFromQuaternion(e){this.quaternion.copy(e)}rotateOnAxis(e,t){return io.setFromAxisAngle(e,t),this.quaternion.multiply(io),this}rotateOnWorldAxis(e,t){return io.setFromAxisAngle(e,t),this.quaternion.premultiply(io),this}rotateX(e){return this.rotateOnAxis(Tg,e)}rotateY(e){return this.rotateOnAxis(Eg,e)}rotateZ(e){return this.rotateOnAxis(Cg,e)}translateOnAxis(e,t){return Ag.copy(e).applyQuaternion(this.quaternion),this.position.add(Ag.multiplyScalar(t)),this}translateX(e){return this.translateOnAxis(Tg,e)}translateY(e){return this.translateOnAxis(Eg,e)}translateZ(e){return this.translateOnAxis(Cg,e)}localToWorld(e){return this.updateWorldMatrix(!0,!1),e.applyMatrix4(this.matrixWorld)}worldToLocal(e){return this.updateWorldMatrix(!0,!1),e.applyMatrix4(us.copy(this.matrixWorld).invert())}lookAt(e,t,n){e.isVector3?Ol.copy(e):Ol.set(e,t,n);let s=this.parent;this.updateWorldMatrix(!0,!1),ta.setFromMatrixPosition(this.matrixWorld),this.isCamera||this.isLight?us.lookAt(ta,Ol,this.up):us.lookAt(Ol,ta,this.up),this.quaternion.setFromRotationMatrix(us),s&&(us.extractRotation(s.matrixWorld),io.setFromRotationMatrix(us),this.quaternion.premultiply(io.invert()))}add(e){if(arguments.length>1){for(let t=0;t<arguments.length;t++)this.add(arguments[t]);return this}return e===this?(Qe("Object3D.add: object can't be added as a child of itself.",e),this):(e&&e.isObject3D?(e.removeFromParent(),e.parent=this,this.children.push(e),e.dispatchEvent(Rg),so.child=e,this.dispatchEvent(so),so.child=null):Qe("Object3D.add: object not an instance of THREE.Object3D.",e),this)}remove(e){if(arguments.length>1){for(let n=0;n<arguments.length;n++)this.remove(arguments[n]);return this}let t=this.children.indexOf(e);return t!==-1&&(e.parent=null,this.children.splice(t,1),e.dispatchEvent(A_),cd.child=e,this.dispatchEvent(cd),cd.child=null),this}removeFromParent(){let e=this.parent;return e!==null&&e.remove(this),this}clear(){return this.remove(...this.children)}attach(e){return this.updateWorldMatrix(!0,!1),us.copy(this.matrixWorld).invert(),e.parent!==null&&(e.parent.updateWorldMatrix(!0,!1),us.multiply(e.parent.matrixWorld)),e.applyMatrix4(us),e.removeFromParent(),e.parent=this,this.children.push(e),e.updateWorldMatrix(!1,!0),e.dispatchEvent(Rg),so.child=e,this.dispatchEvent(so),so.child=null,this}getObjectById(e){return this.getObjectByProperty("id",e)}getObjectByName(e){return this.getObjectByProperty("name",e)}getObjectByProperty(e,t){if(this[e]===t)return this;for(let n=0,s=this.children.length;n<s;n++){let o=this.children[n].getObjectByProperty(e,t);if(o!==void 0)return o}}getObjectsByProperty(e,t,n=[]){this[e]===t&&n.push(this);let s=this.children;for(let r=0,o=s.length;r<o;r++)s[r].getObjectsByProperty(e,t,n);return n}getWorldPosition(e){return this.updateWorldMatrix(!0,!1),e.setFromMatrixPosition(this.matrixWorld)}getWorldQuaternion(e){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(ta,e,w_),e}getWorldScale(e){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(ta,S_,e),e}getWorldDirection(e){this.updateWorldMatrix(!0,!1);let t=this.matrixWorld.elements;return e.set(t[8],t[9],t[10]).normalize()}raycast(){}intersectsFrustum(){return!0}traverse(e){e(this);let t=this.children;for(let n=0,s=t.length;n<s;n++)t[n].traverse(e)}traverseVisible(e){if(this.visible===!1)return;e(this);let t=this.children;for(let n=0,s=t.length;n<s;n++)t[n].traverseVisible(e)}traverseAncestors(e){let t=this.parent;t!==null&&(e(t),t.traverseAncestors(e))}updateMatrix(){this.matrix.compose(this.position,this.quaternion,this.scale);let e=this.pivot;if(e!==null){let t=e.x,n=e.y,s=e.z,r=this.matrix.elements;r[12]+=t-r[0]*t-r[4]*n-r[8]*s,r[13]+=n-r[1]*t-r[5]*n-r[9]*s,r[14]+=s-r[2]*t-r[6]*n-r[10]*s}this.matrixWorldNeedsUpdate=!0}updateMatrixWorld(e){this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||e)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,e=!0);let t=this.children;for(let n=0,s=t.length;n<s;n++)t[n].updateMatrixWorld(e)}updateWorldMatrix(e,t,n=!1){let s=this.parent;if(e===!0&&s!==null&&s.updateWorldMatrix(!0,!1),this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||n)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,n=!0),t===!0){let r=this.children;for(let o=0,a=r.length;o<a;o++)r[o].updateWorldMatrix(!1,!0,n)}}toJSON(e){let t=e===void 0||typeof e=="string",n={};t&&(e={geometries:{},materials:{},textures:{},images:{},shapes:{},skeletons:{},animations:{},nodes:{}},n.metadata={version:4.7,type:"Object",generator:"Object3D.toJSON"});let s={};s.uuid=this.uuid,s.type=this.type,s.name=this.name,s.castShadow=this.castShadow,s.receiveShadow=this.receiveShadow,s.visible=this.visible,s.frustumCulled=this.frustumCulled,s.renderOrder=this.renderOrder,s.static=this.static,s.matrixAutoUpdate=this.matrixAutoUpdate,Object.keys(this.userData).length>0&&(s.userData=this.userData),s.layers=this.layers.mask,s.matrix=this.matrix.toArray(),s.up=this.up.toArray(),this.pivot!==null&&(s.pivot=this.pivot.toArray()),this.morphTargetDictionary!==void 0&&(s.morphTargetDictionary=Object.assign({},this.morphTargetDictionary)),this.morphTargetInfluences!==void 0&&(s.morphTargetInfluences=this.morphTargetInfluences.slice()),this.isInstancedMesh&&(s.type="InstancedMesh",s.count=this.count,s.instanceMatrix=this.instanceMatrix.toJSON(),this.instanceColor!==null&&(s.instanceColor=this.instanceColor.toJSON())),this.isBatchedMesh&&(s.type="BatchedMesh",s.perObjectFrustumCulled=this.perObjectFrustumCulled,s.sortObjects=this.sortObjects,s.drawRanges=this._drawRanges,s.reservedRanges=this._reservedRanges,s.geometryInfo=this._geometryInfo.map(a=>({...a,boundingBox:a.boundingBox?a.boundingBox.toJSON():void 0,boundingSphere:a.boundingSphere?a.boundingSphere.toJSON():void 0})),s.instanceInfo=this._instanceInfo.map(a=>({...a})),s.availableInstanceIds=this._availableInstanceIds.slice(),s.availableGeometryIds=this._availableGeometryIds.slice(),s.nextIndexStart=this._nextIndexStart,s.nextVertexStart=this._nextVertexStart,s.geometryCount=this._geometryCount,s.maxInstanceCount=this._maxInstanceCount,s.maxVertexCount=this._maxVertexCount,s.maxIndexCount=this._maxIndexCount,s.geometryInitialized=this._geometryInitialized,s.matricesTexture=this._matricesTexture.toJSON(e),s.indirectTexture=this._indirectTexture.toJSON(e),this._colorsTexture!==null&&(s.colorsTexture=this._colorsTexture.toJSON(e)),this.boundingSphere!==null&&(s.boundingSphere=this.boundingSphere.toJSON()),this.boundingBox!==null&&(s.boundingBox=this.boundingBox.toJSON()));function r(a,l){return a[l.uuid]===void 0&&(a[l.uuid]=l.toJSON(e)),l.uuid}if(this.isScene)this.background&&(this.background.isColor?s.background=this.background.toJSON():this.background.isTexture&&(s.background=this.background.toJSON(e).uuid)),this.environment&&this.environment.isTexture&&this.environment.isRenderTargetTexture!==!0&&(s.environment=this.environment.toJSON(e).uuid);else if(this.isMesh||this.isLine||this.isPoints){s.geometry=r(e.geometries,this.geometry);let a=this.geometry.parameters;if(a!==void 0&&a.shapes!==void 0){let l=a.shapes;if(Array.isArray(l))for(let c=0,h=l.length;c<h;c++){let u=l[c];r(e.shapes,u)}else r(e.shapes,l)}}if(this.isSkinnedMesh&&(s.bindMode=this.bindMode,s.bindMatrix=this.bindMatrix.toArray(),this.skeleton!==void 0&&(r(e.skeletons,this.skeleton),s.skeleton=this.skeleton.uuid)),this.material!==void 0)if(Array.isArray(this.material)){let a=[];for(let l=0,c=this.material.length;l<c;l++)a.push(r(e.materials,this.material[l]));s.material=a}else s.material=r(e.materials,this.material);if(this.children.length>0){s.children=[];for(let a=0;a<this.children.length;a++)s.children.push(this.children[a].toJSON(e).object)}if(this.animations.length>0){s.animations=[];for(let a=0;a<this.animations.length;a++){let l=this.animations[a];s.animations.push(r(e.animations,l))}}if(t){let a=o(e.geometries),l=o(e.materials),c=o(e.textures),h=o(e.images),u=o(e.shapes),d=o(e.skeletons),f=o(e.animations),p=o(e.nodes);a.length>0&&(n.geometries=a),l.length>0&&(n.materials=l),c.length>0&&(n.textures=c),h.length>0&&(n.images=h),u.length>0&&(n.shapes=u),d.length>0&&(n.skeletons=d),f.length>0&&(n.animations=f),p.length>0&&(n.nodes=p)}return n.object=s,n;function o(a){let l=[];for(let c in a){let h=a[c];delete h.metadata,l.push(h)}return l}}clone(e){return new this.constructor().copy(this,e)}copy(e,t=!0){if(this.name=e.name,this.up.copy(e.up),this.position.copy(e.position),this.rotation.order=e.rotation.order,this.quaternion.copy(e.quaternion),this.scale.copy(e.scale),this.pivot=e.pivot!==null?e.pivot.clone():null,this.matrix.copy(e.matrix),this.matrixWorld.copy(e.matrixWorld),this.matrixAutoUpdate=e.matrixAutoUpdate,this.matrixWorldAutoUpdate=e.matrixWorldAutoUpdate,this.matrixWorldNeedsUpdate=e.matrixWorldNeedsUpdate,this.layers.mask=e.layers.mask,this.visible=e.visible,this.castShadow=e.castShadow,this.receiveShadow=e.receiveShadow,this.frustumCulled=e.frustumCulled,this.renderOrder=e.renderOrder,this.static=e.static,this.animations=e.animations.slice(),this.userData=JSON.parse(JSON.stringify(e.userData)),t===!0)for(let n=0;n<e.children.length;n++){let s=e.children[n];this.add(s.clone())}return this}dispose(){this.dispatchEvent({type:"dispose"})}};Bn.DEFAULT_UP=new W(0,1,0);Bn.DEFAULT_MATRIX_AUTO_UPDATE=!0;Bn.DEFAULT_MATRIX_WORLD_AUTO_UPDATE=!0;var di=class extends Bn{constructor(){super(),this.isGroup=!0,this.type="Group"}},T_={type:"move"},bo=class{constructor(){this._targetRay=null,this._grip=null,this._hand=null}getHandSpace(){return this._hand===null&&(this._hand=new di,this._hand.matrixAutoUpdate=!1,this._hand.visible=!1,this._hand.joints={},this._hand.inputState={pinching:!1}),this._hand}getTargetRaySpace(){return this._targetRay===null&&(this._targetRay=new di,this._targetRay.matrixAutoUpdate=!1,this._targetRay.visible=!1,this._targetRay.hasLinearVelocity=!1,this._targetRay.linearVelocity=new W,this._targetRay.hasAngularVelocity=!1,this._targetRay.angularVelocity=new W),this._targetRay}getGripSpace(){return this._grip===null&&(this._grip=new di,this._grip.matrixAutoUpdate=!1,this._grip.visible=!1,this._grip.hasLinearVelocity=!1,this._grip.linearVelocity=new W,this._grip.hasAngularVelocity=!1,this._grip.angularVelocity=new W,this._grip.eventsEnabled=!1),this._grip}dispatchEvent(e){return this._targetRay!==null&&this._targetRay.dispatchEvent(e),this._grip!==null&&this._grip.dispatchEvent(e),this._hand!==null&&this._hand.dispatchEvent(e),this}connect(e){if(e&&e.hand){let t=this._hand;if(t)for(let n of e.hand.values())this._getHandJoint(t,n)}return this.dispatchEvent({type:"connected",data:e}),this}disconnect(e){return this.dispatchEvent({type:"disconnected",data:e}),this._targetRay!==null&&(this._targetRay.visible=!1),this._grip!==null&&(this._grip.visible=!1),this._hand!==null&&(this._hand.visible=!1),this}update(e,t,n){let s=null,r=null,o=null,a=this._targetRay,l=this._grip,c=this._hand;if(e&&t.session.visibilityState!=="visible-blurred"){if(c&&e.hand){o=!0;for(let x of e.hand.values()){let m=t.getJointPose(x,n),g=this._getHandJoint(c,x);m!==null&&(g.matrix.fromArray(m.transform.matrix),g.matrix.decompose(g.position,g.quaternion,g.scale),g.matrixWorldNeedsUpdate=!0,g.jointRadius=m.radius),g.visible=m!==null}let h=c.joints["index-finger-tip"],u=c.joints["thumb-tip"],d=h.position.distanceTo(u.position),f=.02,p=.005;c.inputState.pinching&&d>f+p?(c.inputState.pinching=!1,this.dispatchEvent({type:"pinchend",handedness:e.handedness,target:this})):!c.inputState.pinching&&d<=f-p&&(c.inputState.pinching=!0,this.dispatchEvent({type:"pinchstart",handedness:e.handedness,target:this}))}else l!==null&&e.gripSpace&&(r=t.getPose(e.gripSpace,n),r!==null&&(l.matrix.fromArray(r.transform.matrix),l.matrix.decompose(l.position,l.quaternion,l.scale),l.matrixWorldNeedsUpdate=!0,r.linearVelocity?(l.hasLinearVelocity=!0,l.linearVelocity.copy(r.linearVelocity)):l.hasLinearVelocity=!1,r.angularVelocity?(l.hasAngularVelocity=!0,l.angularVelocity.copy(r.angularVelocity)):l.hasAngularVelocity=!1,l.eventsEnabled&&l.dispatchEvent({type:"gripUpdated",data:e,target:this})));a!==null&&(s=t.getPose(e.targetRaySpace,n),s===null&&r!==null&&(s=r),s!==null&&(a.matrix.fromArray(s.transform.matrix),a.matrix.decompose(a.position,a.quaternion,a.scale),a.matrixWorldNeedsUpdate=!0,s.linearVelocity?(a.hasLinearVelocity=!0,a.linearVelocity.copy(s.linearVelocity)):a.hasLinearVelocity=!1,s.angularVelocity?(a.hasAngularVelocity=!0,a.angularVelocity.copy(s.angularVelocity)):a.hasAngularVelocity=!1,this.dispatchEvent(T_)))}return a!==null&&(a.visible=s!==null),l!==null&&(l.visible=r!==null),c!==null&&(c.visible=o!==null),this}_getHandJoint(e,t){if(e.joints[t.jointName]===void 0){let n=new di;n.matrixAutoUpdate=!1,n.visible=!1,e.joints[t.jointName]=n,e.add(n)}return e.joints[t.jointName]}},L0={aliceblue:15792383,antiquewhite:16444375,aqua:65535,aquamarine:8388564,azure:15794175,beige:16119260,bisque:16770244,black:0,blanchedalmond:16772045,blue:255,blueviolet:9055202,brown:10824234,burlywood:14596231,cadetblue:6266528,chartreuse:8388352,chocolate:13789470,coral:16744272,cornflowerblue:6591981,cornsilk:16775388,crimson:14423100,cyan:65535,darkblue:139,darkcyan:35723,darkgoldenrod:12092939,darkgray:11119017,darkgreen:25600,darkgrey:11119017,darkkhaki:12433259,darkmagenta:9109643,darkolivegreen:5597999,darkorange:16747520,darkorchid:10040012,darkred:9109504,darksalmon:15308410,darkseagreen:9419919,darkslateblue:4734347,darkslategray:3100495,darkslategrey:3100495,darkturquoise:52945,darkviolet:9699539,deeppink:16716947,deepskyblue:49151,dimgray:6908265,dimgrey:6908265,dodgerblue:2003199,firebrick:11674146,floralwhite:16775920,forestgreen:2263842,fuchsia:16711935,gainsboro:14474460,ghostwhite:16316671,gold:16766720,goldenrod:14329120,gray:8421504,green:32768,greenyellow:11403055,grey:8421504,honeydew:15794160,hotpink:16738740,indianred:13458524,indigo:4915330,ivory:16777200,khaki:15787660,lavender:15132410,lavenderblush:16773365,lawngreen:8190976,lemonchiffon:16775885,lightblue:11393254,lightcoral:15761536,lightcyan:14745599,lightgoldenrodyellow:16448210,lightgray:13882323,lightgreen:9498256,lightgrey:13882323,lightpink:16758465,lightsalmon:16752762,lightseagreen:2142890,lightskyblue:8900346,lightslategray:7833753,lightslategrey:7833753,lightsteelblue:11584734,lightyellow:16777184,lime:65280,limegreen:3329330,linen:16445670,magenta:16711935,maroon:8388608,mediumaquamarine:6737322,mediumblue:205,mediumorchid:12211667,mediumpurple:9662683,mediumseagreen:3978097,mediumslateblue:8087790,mediumspringgreen:64154,mediumturquoise:4772300,mediumvioletred:13047173,midnightblue:1644912,mintcream:16121850,mistyrose:16770273,moccasin:16770229,navajowhite:16768685,navy:128,oldlace:16643558,olive:8421376,olivedrab:7048739,orange:16753920,orangered:16729344,orchid:14315734,palegoldenrod:15657130,palegreen:10025880,paleturquoise:11529966,palevioletred:14381203,papayawhip:16773077,peachpuff:16767673,peru:13468991,pink:16761035,plum:14524637,powderblue:11591910,purple:8388736,rebeccapurple:6697881,red:16711680,rosybrown:12357519,royalblue:4286945,saddlebrown:9127187,salmon:16416882,sandybrown:16032864,seagreen:3050327,seashell:16774638,sienna:10506797,silver:12632256,skyblue:8900331,slateblue:6970061,slategray:7372944,slategrey:7372944,snow:16775930,springgreen:65407,steelblue:4620980,tan:13808780,teal:32896,thistle:14204888,tomato:16737095,turquoise:4251856,violet:15631086,wheat:16113331,white:16777215,whitesmoke:16119285,yellow:16776960,yellowgreen:10145074},Gs={h:0,s:0,l:0},Bl={h:0,s:0,l:0};function hd(i,e,t){return t<0&&(t+=1),t>1&&(t-=1),t<1/6?i+(e-i)*6*t:t<1/2?e:t<2/3?i+(e-i)*6*(2/3-t):i}var Ye=class{constructor(e,t,n){return this.isColor=!0,this.r=1,this.g=1,this.b=1,this.set(e,t,n)}set(e,t,n){if(t===void 0&&n===void 0){let s=e;s&&s.isColor?this.copy(s):typeof s=="number"?this.setHex(s):typeof s=="string"&&this.setStyle(s)}else this.setRGB(e,t,n);return this}setScalar(e){return this.r=e,this.g=e,this.b=e,this}setHex(e,t=ui){return e=Math.floor(e),this.r=(e>>16&255)/255,this.g=(e>>8&255)/255,this.b=(e&255)/255,mt.colorSpaceToWorking(this,t),this}setRGB(e,t,n,s=mt.workingColorSpace){return this.r=e,this.g=t,this.b=n,mt.colorSpaceToWorking(this,s),this}setHSL(e,t,n,s=mt.workingColorSpace){if(e=p_(e,1),t=yt(t,0,1),n=yt(n,0,1),t===0)this.r=this.g=this.b=n;else{let r=n<=.5?n*(1+t):n+t-n*t,o=2*n-r;this.r=hd(o,r,e+1/3),this.g=hd(o,r,e),this.b=hd(o,r,e-1/3)}return mt.colorSpaceToWorking(this,s),this}setStyle(e,t=ui){function n(r){r!==void 0&&parseFloat(r)<1&&qe("Color: Alpha component of "+e+" will be ignored.")}let s;if(s=/^(\w+)\(([^\)]*)\)/.exec(e)){let r,o=s[1],a=s[2];switch(o){case"rgb":case"rgba":if(r=/^\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return n(r[4]),this.setRGB(Math.min(255,parseInt(r[1],10))/255,Math.min(255,parseInt(r[2],10))/255,Math.min(255,parseInt(r[3],10))/255,t);if(r=/^\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return n(r[4]),this.setRGB(Math.min(100,parseFloat(r[1]))/100,Math.min(100,parseFloat(r[2]))/100,Math.min(100,parseFloat(r[3]))/100,t);break;case"hsl":case"hsla":if(r=/^\s*([+-]?(?:\d+(?:\.\d+)?|\.\d+))\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return n(r[4]),this.setHSL(parseFloat(r[1])/360,parseFloat(r[2])/100,parseFloat(r[3])/100,t);break;default:qe("Color: Unknown color model "+e)}}else if(s=/^\#([A-Fa-f\d]+)$/.exec(e)){let r=s[1],o=r.length;if(o===3)return this.setRGB(parseInt(r.charAt(0),16)/15,parseInt(r.charAt(1),16)/15,parseInt(r.charAt(2),16)/15,t);if(o===6)return this.setHex(parseInt(r,16),t);qe("Color: Invalid hex color "+e)}else if(e&&e.length>0)return this.setColorName(e,t);return this}setColorName(e,t=ui){let n=L0[e.toLowerCase()];return n!==void 0?this.setHex(n,t):qe("Color: Unknown color "+e),this}clone(){return new this.constructor(this.r,this.g,this.b)}copy(e){return this.r=e.r,this.g=e.g,this.b=e.b,this}copySRGBToLinear(e){return this.r=xs(e.r),this.g=xs(e.g),this.b=xs(e.b),this}copyLinearToSRGB(e){return this.r=go(e.r),this.g=go(e.g),this.b=go(e.b),this}convertSRGBToLinear(){return this.copySRGBToLinear(this),this}convertLinearToSRGB(){return this.copyLinearToSRGB(this),this}getHex(e=ui){return mt.workingToColorSpace(On.copy(this),e),Math.round(yt(On.r*255,0,255))*65536+Math.round(yt(On.g*255,0,255))*256+Math.round(yt(On.b*255,0,255))}getHexString(e=ui){return("000000"+this.getHex(e).toString(16)).slice(-6)}getHSL(e,t=mt.workingColorSpace){mt.workingToColorSpace(On.copy(this),t);let n=On.r,s=On.g,r=On.b,o=Math.max(n,s,r),a=Math.min(n,s,r),l,c,h=(a+o)/2;if(a===o)l=0,c=0;else{let u=o-a;switch(c=h<=.5?u/(o+a):u/(2-o-a),o){case n:l=(s-r)/u+(s<r?6:0);break;case s:l=(r-n)/u+2;break;case r:l=(n-s)/u+4;break}l/=6}return e.h=l,e.s=c,e.l=h,e}getRGB(e,t=mt.workingColorSpace){return mt.workingToColorSpace(On.copy(this),t),e.r=On.r,e.g=On.g,e.b=On.b,e}getStyle(e=ui){mt.workingToColorSpace(On.copy(this),e);let t=On.r,n=On.g,s=On.b;return e!==ui?`color(${e} ${t.toFixed(3)} ${n.toFixed(3)} ${s.toFixed(3)})`:`rgb(${Math.round(t*255)},${Math.round(n*255)},${Math.round(s*255)})`}offsetHSL(e,t,n){return this.getHSL(Gs),this.setHSL(Gs.h+e,Gs.s+t,Gs.l+n)}add(e){return this.r+=e.r,this.g+=e.g,this.b+=e.b,this}addColors(e,t){return this.r=e.r+t.r,this.g=e.g+t.g,this.b=e.b+t.b,this}addScalar(e){return this.r+=e,this.g+=e,this.b+=e,this}sub(e){return this.r=Math.max(0,this.r-e.r),this.g=Math.max(0,this.g-e.g),this.b=Math.max(0,this.b-e.b),this}multiply(e){return this.r*=e.r,this.g*=e.g,this.b*=e.b,this}multiplyScalar(e){return this.r*=e,this.g*=e,this.b*=e,this}lerp(e,t){return this.r+=(e.r-this.r)*t,this.g+=(e.g-this.g)*t,this.b+=(e.b-this.b)*t,this}lerpColors(e,t,n){return this.r=e.r+(t.r-e.r)*n,this.g=e.g+(t.g-e.g)*n,this.b=e.b+(t.b-e.b)*n,this}lerpHSL(e,t){this.getHSL(Gs),e.getHSL(Bl);let n=sd(Gs.h,Bl.h,t),s=sd(Gs.s,Bl.s,t),r=sd(Gs.l,Bl.l,t);return this.setHSL(n,s,r),this}setFromVector3(e){return this.r=e.x,this.g=e.y,this.b=e.z,this}applyMatrix3(e){let t=this.r,n=this.g,s=this.b,r=e.elements;return this.r=r[0]*t+r[3]*n+r[6]*s,this.g=r[1]*t+r[4]*n+r[7]*s,this.b=r[2]*t+r[5]*n+r[8]*s,this}equals(e){return e.r===this.r&&e.g===this.g&&e.b===this.b}fromArray(e,t=0){return this.r=e[t],this.g=e[t+1],this.b=e[t+2],this}toArray(e=[],t=0){return e[t]=this.r,e[t+1]=this.g,e[t+2]=this.b,e}fromBufferAttribute(e,t){return this.r=e.getX(t),this.g=e.getY(t),this.b=e.getZ(t),this}toJSON(){return this.getHex()}*[Symbol.iterator](){yield this.r,yield this.g,yield this.b}},On=new Ye;Ye.NAMES=L0;var ma=class extends Bn{constructor(){super(),this.isScene=!0,this.type="Scene",this.background=null,this.environment=null,this.fog=null,this.backgroundBlurriness=0,this.backgroundIntensity=1,this.backgroundRotation=new ys,this.environmentIntensity=1,this.environmentRotation=new ys,this.overrideMaterial=null,typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}copy(e,t){return super.copy(e,t),this.background=e.background!==null?e.background.clone():null,this.environment=e.environment!==null?e.environment.clone():null,this.fog=e.fog!==null?e.fog.clone():null,this.backgroundBlurriness=e.backgroundBlurriness,this.backgroundIntensity=e.backgroundIntensity,this.backgroundRotation.copy(e.backgroundRotation),this.environmentIntensity=e.environmentIntensity,this.environmentRotation.copy(e.environmentRotation),this.overrideMaterial=e.overrideMaterial!==null?e.overrideMaterial.clone():null,this.matrixAutoUpdate=e.matrixAutoUpdate,this}toJSON(e){let t=super.toJSON(e);return this.fog!==null&&(t.object.fog=this.fog.toJSON()),t.object.backgroundBlurriness=this.backgroundBlurriness,t.object.backgroundIntensity=this.backgroundIntensity,t.object.backgroundRotation=this.backgroundRotation.toArray(),t.object.environmentIntensity=this.environmentIntensity,t.object.environmentRotation=this.environmentRotation.toArray(),t}},Ni=new W,ds=new W,ud=new W,fs=new W,ro=new W,oo=new W,Pg=new W,dd=new W,fd=new W,pd=new W,md=new Zt,gd=new Zt,xd=new Zt,gs=class i{constructor(e=new W,t=new W,n=new W){this.a=e,this.b=t,this.c=n}static getNormal(e,t,n,s){s.subVectors(n,t),Ni.subVectors(e,t),s.cross(Ni);let r=s.lengthSq();return r>0?s.multiplyScalar(1/Math.sqrt(r)):s.set(0,0,0)}static getBarycoord(e,t,n,s,r){Ni.subVectors(s,t),ds.subVectors(n,t),ud.subVectors(e,t);let o=Ni.dot(Ni),a=Ni.dot(ds),l=Ni.dot(ud),c=ds.dot(ds),h=ds.dot(ud),u=o*c-a*a;if(u===0)return r.set(0,0,0),null;let d=1/u,f=(c*l-a*h)*d,p=(o*h-a*l)*d;return r.set(1-f-p,p,f)}static containsPoint(e,t,n,s){return this.getBarycoord(e,t,n,s,fs)===null?!1:fs.x>=0&&fs.y>=0&&fs.x+fs.y<=1}static getInterpolation(e,t,n,s,r,o,a,l){return this.getBarycoord(e,t,n,s,fs)===null?(l.x=0,l.y=0,"z"in l&&(l.z=0),"w"in l&&(l.w=0),null):(l.setScalar(0),l.addScaledVector(r,fs.x),l.addScaledVector(o,fs.y),l.addScaledVector(a,fs.z),l)}static getInterpolatedAttribute(e,t,n,s,r,o){return md.setScalar(0),gd.setScalar(0),xd.setScalar(0),md.fromBufferAttribute(e,t),gd.fromBufferAttribute(e,n),xd.fromBufferAttribute(e,s),o.setScalar(0),o.addScaledVector(md,r.x),o.addScaledVector(gd,r.y),o.addScaledVector(xd,r.z),o}static isFrontFacing(e,t,n,s){return Ni.subVectors(n,t),ds.subVectors(e,t),Ni.cross(ds).dot(s)<0}set(e,t,n){return this.a.copy(e),this.b.copy(t),this.c.copy(n),this}setFromPointsAndIndices(e,t,n,s){return this.a.copy(e[t]),this.b.copy(e[n]),this.c.copy(e[s]),this}setFromAttributeAndIndices(e,t,n,s){return this.a.fromBufferAttribute(e,t),this.b.fromBufferAttribute(e,n),this.c.fromBufferAttribute(e,s),this}clone(){return new this.constructor().copy(this)}copy(e){return this.a.copy(e.a),this.b.copy(e.b),this.c.copy(e.c),this}getArea(){return Ni.subVectors(this.c,this.b),ds.subVectors(this.a,this.b),Ni.cross(ds).length()*.5}getMidpoint(e){return e.addVectors(this.a,this.b).add(this.c).multiplyScalar(1/3)}getNormal(e){return i.getNormal(this.a,this.b,this.c,e)}getPlane(e){return e.setFromCoplanarPoints(this.a,this.b,this.c)}getBarycoord(e,t){return i.getBarycoord(e,this.a,this.b,this.c,t)}getInterpolation(e,t,n,s,r){return i.getInterpolation(e,this.a,this.b,this.c,t,n,s,r)}containsPoint(e){return i.containsPoint(e,this.a,this.b,this.c)}isFrontFacing(e){return i.isFrontFacing(this.a,this.b,this.c,e)}intersectsBox(e){return e.intersectsTriangle(this)}closestPointToPoint(e,t){let n=this.a,s=this.b,r=this.c,o,a;ro.subVectors(s,n),oo.subVectors(r,n),dd.subVectors(e,n);let l=ro.dot(dd),c=oo.dot(dd);if(l<=0&&c<=0)return t.copy(n);fd.subVectors(e,s);let h=ro.dot(fd),u=oo.dot(fd);if(h>=0&&u<=h)return t.copy(s);let d=l*u-h*c;if(d<=0&&l>=0&&h<=0&&l-h>0)return o=l/(l-h),t.copy(n).addScaledVector(ro,o);pd.subVectors(e,r);let f=ro.dot(pd),p=oo.dot(pd);if(p>=0&&f<=p)return t.copy(r);let x=f*c-l*p;if(x<=0&&c>=0&&p<=0)return a=c/(c-p),t.copy(n).addScaledVector(oo,a);let m=h*p-f*u;if(m<=0&&u-h>=0&&f-p>=0)return Pg.subVectors(r,s),a=(u-h)/(u-h+(f-p)),t.copy(s).addScaledVector(Pg,a);let g=1/(m+x+d);return o=x*g,a=d*g,t.copy(n).addScaledVector(ro,o).addScaledVector(oo,a)}equals(e){return e.a.equals(this.a)&&e.b.equals(this.b)&&e.c.equals(this.c)}},es=class{constructor(e=new W(1/0,1/0,1/0),t=new W(-1/0,-1/0,-1/0)){this.isBox3=!0,this.min=e,this.max=t}set(e,t){return this.min.copy(e),this.max.copy(t),this}setFromArray(e){this.makeEmpty();for(let t=0,n=e.length;t<n;t+=3)this.expandByPoint(Di.fromArray(e,t));return this}setFromBufferAttribute(e){this.makeEmpty();for(let t=0,n=e.count;t<n;t++)this.expandByPoint(Di.fromBufferAttribute(e,t));return this}setFromPoints(e){this.makeEmpty();for(let t=0,n=e.length;t<n;t++)this.expandByPoint(e[t]);return this}setFromCenterAndSize(e,t){let n=Di.copy(t).multiplyScalar(.5);return this.min.copy(e).sub(n),this.max.copy(e).add(n),this}setFromObject(e,t=!1){return this.makeEmpty(),this.expandByObject(e,t)}clone(){return new this.constructor().copy(this)}copy(e){return this.min.copy(e.min),this.max.copy(e.max),this}makeEmpty(){return this.min.x=this.min.y=this.min.z=1/0,this.max.x=this.max.y=this.max.z=-1/0,this}isEmpty(){return this.max.x<this.min.x||this.max.y<this.min.y||this.max.z<this.min.z}getCenter(e){return this.isEmpty()?e.set(0,0,0):e.addVectors(this.min,this.max).multiplyScalar(.5)}getSize(e){return this.isEmpty()?e.set(0,0,0):e.subVectors(this.max,this.min)}expandByPoint(e){return this.min.min(e),this.max.max(e),this}expandByVector(e){return this.min.sub(e),this.max.add(e),this}expandByScalar(e){return this.min.addScalar(-e),this.max.addScalar(e),this}expandByObject(e,t=!1){e.updateWorldMatrix(!1,!1);let n=e.geometry;if(n!==void 0){let r=n.getAttribute("position");if(t===!0&&r!==void 0&&e.isInstancedMesh!==!0&&e.isBatchedMesh!==!0)for(let o=0,a=r.count;o<a;o++)e.isMesh===!0?e.getVertexPosition(o,Di):Di.fromBufferAttribute(r,o),Di.applyMatrix4(e.matrixWorld),this.expandByPoint(Di);else e.boundingBox!==void 0?(e.boundingBox===null&&e.computeBoundingBox(),zl.copy(e.boundingBox)):(n.boundingBox===null&&n.computeBoundingBox(),zl.copy(n.boundingBox)),zl.applyMatrix4(e.matrixWorld),this.union(zl)}let s=e.children;for(let r=0,o=s.length;r<o;r++)this.expandByObject(s[r],t);return this}containsPoint(e){return e.x>=this.min.x&&e.x<=this.max.x&&e.y>=this.min.y&&e.y<=this.max.y&&e.z>=this.min.z&&e.z<=this.max.z}containsBox(e){return this.min.x<=e.min.x&&e.max.x<=this.max.x&&this.min.y<=e.min.y&&e.max.y<=this.max.y&&this.min.z<=e.min.z&&e.max.z<=this.max.z}getParameter(e,t){return t.set((e.x-this.min.x)/(this.max.x-this.min.x),(e.y-this.min.y)/(this.max.y-this.min.y),(e.z-this.min.z)/(this.max.z-this.min.z))}intersectsBox(e){return e.max.x>=this.min.x&&e.min.x<=this.max.x&&e.max.y>=this.min.y&&e.min.y<=this.max.y&&e.max.z>=this.min.z&&e.min.z<=this.max.z}intersectsSphere(e){return this.clampPoint(e.center,Di),Di.distanceToSquared(e.center)<=e.radius*e.radius}intersectsPlane(e){let t,n;return e.normal.x>0?(t=e.normal.x*this.min.x,n=e.normal.x*this.max.x):(t=e.normal.x*this.max.x,n=e.normal.x*this.min.x),e.normal.y>0?(t+=e.normal.y*this.min.y,n+=e.normal.y*this.max.y):(t+=e.normal.y*this.max.y,n+=e.normal.y*this.min.y),e.normal.z>0?(t+=e.normal.z*this.min.z,n+=e.normal.z*this.max.z):(t+=e.normal.z*this.max.z,n+=e.normal.z*this.min.z),t<=-e.constant&&n>=-e.constant}intersectsTriangle(e){if(this.isEmpty())return!1;this.getCenter(na),Vl.subVectors(this.max,na),ao.subVectors(e.a,na),lo.subVectors(e.b,na),co.subVectors(e.c,na),Hs.subVectors(lo,ao),Ws.subVectors(co,lo),mr.subVectors(ao,co);let t=[0,-Hs.z,Hs.y,0,-Ws.z,Ws.y,0,-mr.z,mr.y,Hs.z,0,-Hs.x,Ws.z,0,-Ws.x,mr.z,0,-mr.x,-Hs.y,Hs.x,0,-Ws.y,Ws.x,0,-mr.y,mr.x,0];return!vd(t,ao,lo,co,Vl)||(t=[1,0,0,0,1,0,0,0,1],!vd(t,ao,lo,co,Vl))?!1:(Gl.crossVectors(Hs,Ws),t=[Gl.x,Gl.y,Gl.z],vd(t,ao,lo,co,Vl))}clampPoint(e,t){return t.copy(e).clamp(this.min,this.max)}distanceToPoint(e){return this.clampPoint(e,Di).distanceTo(e)}getBoundingSphere(e){return this.isEmpty()?e.makeEmpty():(this.getCenter(e.center),e.radius=this.getSize(Di).length()*.5),e}intersect(e){return this.min.max(e.min),this.max.min(e.max),this.isEmpty()&&this.makeEmpty(),this}union(e){return this.min.min(e.min),this.max.max(e.max),this}applyMatrix4(e){return this.isEmpty()?this:(ps[0].set(this.min.x,this.min.y,this.min.z).applyMatrix4(e),ps[1].set(this.min.x,this.min.y,this.max.z).applyMatrix4(e),ps[2].set(this.min.x,this.max.y,this.min.z).applyMatrix4(e),ps[3].set(this.min.x,this.max.y,this.max.z).applyMatrix4(e),ps[4].set(this.max.x,this.min.y,this.min.z).applyMatrix4(e),ps[5].set(this.max.x,this.min.y,this.max.z).applyMatrix4(e),ps[6].set(this.max.x,this.max.y,this.min.z).applyMatrix4(e),ps[7].set(this.max.x,this.max.y,this.max.z).applyMatrix4(e),this.setFromPoints(ps),this)}translate(e){return this.min.add(e),this.max.add(e),this}equals(e){return e.min.equals(this.min)&&e.max.equals(this.max)}toJSON(){return{min:this.min.toArray(),max:this.max.toArray()}}fromJSON(e){return this.min.fromArray(e.min),this.max.fromArray(e.max),this}},ps=[new W,new W,new W,new W,new W,new W,new W,new W],Di=new W,zl=new es,ao=new W,lo=new W,co=new W,Hs=new W,Ws=new W,mr=new W,na=new W,Vl=new W,Gl=new W,gr=new W;function vd(i,e,t,n,s){for(let r=0,o=i.length-3;r<=o;r+=3){gr.fromArray(i,r);let a=s.x*Math.abs(gr.x)+s.y*Math.abs(gr.y)+s.z*Math.abs(gr.z),l=e.dot(gr),c=t.dot(gr),h=n.dot(gr);if(Math.max(-Math.max(l,c,h),Math.min(l,c,h))>a)return!1}return!0}var mn=new W,Hl=new et,E_=0,kt=class extends Qi{constructor(e,t,n=!1){if(super(),Array.isArray(e))throw new TypeError("THREE.BufferAttribute: array should be a Typed Array.");this.isBufferAttribute=!0,Object.defineProperty(this,"id",{value:E_++}),this.name="",this.array=e,this.itemSize=t,this.count=e!==void 0?e.length/t:0,this.normalized=n,this.usage=T0,this.updateRanges=[],this.gpuType=wi,this.version=0,this._normalizationScale=e!==void 0?of(e):void 0}onUploadCallback(){}set needsUpdate(e){e===!0&&this.version++}setUsage(e){return this.usage=e,this}addUpdateRange(e,t){this.updateRanges.push({start:e,count:t})}clearUpdateRanges(){this.updateRanges.length=0}copy(e){return this.name=e.name,this.array=new e.array.constructor(e.array),this.itemSize=e.itemSize,this.count=e.count,this.normalized=e.normalized,this.usage=e.usage,this.gpuType=e.gpuType,this._normalizationScale=e._normalizationScale,this}copyAt(e,t,n){e*=this.itemSize,n*=t.itemSize;for(let s=0,r=this.itemSize;s<r;s++)this.array[e+s]=t.array[n+s];return this}copyArray(e){return this.array.set(e),this}applyMatrix3(e){if(this.itemSize===2)for(let t=0,n=this.count;t<n;t++)Hl.fromBufferAttribute(this,t),Hl.applyMatrix3(e),this.setXY(t,Hl.x,Hl.y);else if(this.itemSize===3)for(let t=0,n=this.count;t<n;t++)mn.fromBufferAttribute(this,t),mn.applyMatrix3(e),this.setXYZ(t,mn.x,mn.y,mn.z);return this}applyMatrix4(e){for(let t=0,n=this.count;t<n;t++)mn.fromBufferAttribute(this,t),mn.applyMatrix4(e),this.setXYZ(t,mn.x,mn.y,mn.z);return this}applyNormalMatrix(e){for(let t=0,n=this.count;t<n;t++)mn.fromBufferAttribute(this,t),mn.applyNormalMatrix(e),this.setXYZ(t,mn.x,mn.y,mn.z);return this}transformDirection(e){for(let t=0,n=this.count;t<n;t++)mn.fromBufferAttribute(this,t),mn.transformDirection(e),this.setXYZ(t,mn.x,mn.y,mn.z);return this}set(e,t=0){return this.array.set(e,t),this}getComponent(e,t){let n=this.array[e*this.itemSize+t];return this.normalized&&(n=this._denormalize(n)),n}setComponent(e,t,n){return this.normalized&&(n=this._normalize(n)),this.array[e*this.itemSize+t]=n,this}getX(e){let t=this.array[e*this.itemSize];return this.normalized&&(t=this._denormalize(t)),t}setX(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize]=t,this}getY(e){let t=this.array[e*this.itemSize+1];return this.normalized&&(t=this._denormalize(t)),t}setY(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize+1]=t,this}getZ(e){let t=this.array[e*this.itemSize+2];return this.normalized&&(t=this._denormalize(t)),t}setZ(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize+2]=t,this}getW(e){let t=this.array[e*this.itemSize+3];return this.normalized&&(t=this._denormalize(t)),t}setW(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize+3]=t,this}setXY(e,t,n){return e*=this.itemSize,this.normalized&&(t=this._normalize(t),n=this._normalize(n)),this.array[e+0]=t,this.array[e+1]=n,this}setXYZ(e,t,n,s){return e*=this.itemSize,this.normalized&&(t=this._normalize(t),n=this._normalize(n),s=this._normalize(s)),this.array[e+0]=t,this.array[e+1]=n,this.array[e+2]=s,this}setXYZW(e,t,n,s,r){return e*=this.itemSize,this.normalized&&(t=this._normalize(t),n=this._normalize(n),s=this._normalize(s),r=this._normalize(r)),this.array[e+0]=t,this.array[e+1]=n,this.array[e+2]=s,this.array[e+3]=r,this}onUpload(e){return this.onUploadCallback=e,this}clone(){return new this.constructor(this.array,this.itemSize).copy(this)}toJSON(){let e={itemSize:this.itemSize,type:this.array.constructor.name,array:Array.from(this.array),normalized:this.normalized};return e.name=this.name,e.usage=this.usage,e.gpuType=this.gpuType,e}dispose(){this.dispatchEvent({type:"dispose"})}_denormalize(e){let t=this._normalizationScale;return t!==void 0?Math.max(e/t,-1):m_(e,this.array)}_normalize(e){let t=this._normalizationScale;return t!==void 0?Math.round(e*t):g_(e,this.array)}};var ga=class extends kt{constructor(e,t,n){super(new Uint16Array(e),t,n)}};var xa=class extends kt{constructor(e,t,n){super(new Uint32Array(e),t,n)}};var Ot=class extends kt{constructor(e,t,n){super(new Float32Array(e),t,n)}},C_=new es,ia=new W,yd=new W,_s=class{constructor(e=new W,t=-1){this.isSphere=!0,this.center=e,this.radius=t}set(e,t){return this.center.copy(e),this.radius=t,this}setFromPoints(e,t){let n=this.center;t!==void 0?n.copy(t):C_.setFromPoints(e).getCenter(n);let s=0;for(let r=0,o=e.length;r<o;r++)s=Math.max(s,n.distanceToSquared(e[r]));return this.radius=Math.sqrt(s),this}copy(e){return this.center.copy(e.center),this.radius=e.radius,this}isEmpty(){return this.radius<0}makeEmpty(){return this.center.set(0,0,0),this.radius=-1,this}containsPoint(e){return e.distanceToSquared(this.center)<=this.radius*this.radius}distanceToPoint(e){return e.distanceTo(this.center)-this.radius}intersectsSphere(e){let t=this.radius+e.radius;return e.center.distanceToSquared(this.center)<=t*t}intersectsBox(e){return e.intersectsSphere(this)}intersectsPlane(e){return Math.abs(e.distanceToPoint(this.center))<=this.radius}clampPoint(e,t){let n=this.center.distanceToSquared(e);return t.copy(e),n>this.radius*this.radius&&(t.sub(this.center).normalize(),t.multiplyScalar(this.radius).add(this.center)),t}getBoundingBox(e){return this.isEmpty()?(e.makeEmpty(),e):(e.set(this.center,this.center),e.expandByScalar(this.radius),e)}applyMatrix4(e){return this.center.applyMatrix4(e),this.radius=this.radius*e.getMaxScaleOnAxis(),this}translate(e){return this.center.add(e),this}expandByPoint(e){if(this.isEmpty())return this.center.copy(e),this.radius=0,this;ia.subVectors(e,this.center);let t=ia.lengthSq();if(t>this.radius*this.radius){let n=Math.sqrt(t),s=(n-this.radius)*.5;this.center.addScaledVector(ia,s/n),this.radius+=s}return this}union(e){return e.isEmpty()?this:this.isEmpty()?(this.copy(e),this):(this.center.equals(e.center)===!0?this.radius=Math.max(this.radius,e.radius):(yd.subVectors(e.center,this.center).setLength(e.radius),this.expandByPoint(ia.copy(e.center).add(yd)),this.expandByPoint(ia.copy(e.center).sub(yd))),this)}equals(e){return e.center.equals(this.center)&&e.radius===this.radius}clone(){return new this.constructor().copy(this)}toJSON(){return{radius:this.radius,center:this.center.toArray()}}fromJSON(e){return this.radius=e.radius,this.center.fromArray(e.center),this}},R_=0,_i=new ot,_d=new Bn,ho=new W,hi=new es,sa=new es,In=new W,Kt=class i extends Qi{constructor(){super(),this.isBufferGeometry=!0,Object.defineProperty(this,"id",{value:R_++}),this.uuid=Ba(),this.name="",this.type="BufferGeometry",this.index=null,this.indirect=null,this.indirectOffset=0,this.attributes={},this.morphAttributes={},this.morphTargetsRelative=!1,this.groups=[],this.boundingBox=null,this.boundingSphere=null,this.drawRange={start:0,count:1/0},this.userData={},this._transformed=!1}getIndex(){return this.index}setIndex(e){return Array.isArray(e)?this.index=new(d_(e)?xa:ga)(e,1):this.index=e,this}setIndirect(e,t=0){return this.indirect=e,this.indirectOffset=t,this}getIndirect(){return this.indirect}getAttribute(e){return this.attributes[e]}setAttribute(e,t){return this.attributes[e]=t,this}deleteAttribute(e){return delete this.attributes[e],this}hasAttribute(e){return this.attributes[e]!==void 0}addGroup(e,t,n=0){this.groups.push({start:e,count:t,materialIndex:n})}clearGroups(){this.groups=[]}setDrawRange(e,t){this.drawRange.start=e,this.drawRange.count=t}applyMatrix4(e){let t=this.attributes.position;t!==void 0&&(t.applyMatrix4(e),t.needsUpdate=!0);let n=this.attributes.normal;if(n!==void 0){let r=new tt().getNormalMatrix(e);n.applyNormalMatrix(r),n.needsUpdate=!0}let s=this.attributes.tangent;return s!==void 0&&(s.transformDirection(e),s.needsUpdate=!0),this.boundingBox!==null&&this.computeBoundingBox(),this.boundingSphere!==null&&this.computeBoundingSphere(),this._transformed=!0,this}applyQuaternion(e){return _i.makeRotationFromQuaternion(e),this.applyMatrix4(_i),this}rotateX(e){return _i.makeRotationX(e),this.applyMatrix4(_i),this}rotateY(e){return _i.makeRotationY(e),this.applyMatrix4(_i),this}rotateZ(e){return _i.makeRotationZ(e),this.applyMatrix4(_i),this}translate(e,t,n){return _i.makeTranslation(e,t,n),this.applyMatrix4(_i),this}scale(e,t,n){return _i.makeScale(e,t,n),this.applyMatrix4(_i),this}lookAt(e){return _d.lookAt(e),_d.updateMatrix(),this.applyMatrix4(_d.matrix),this}center(){return this.computeBoundingBox(),this.boundingBox.getCenter(ho).negate(),this.translate(ho.x,ho.y,ho.z),this}setFromPoints(e){let t=this.getAttribute("position");if(t===void 0){let n=[];for(let s=0,r=e.length;s<r;s++){let o=e[s];n.push(o.x,o.y,o.z||0)}this.setAttribute("position",new Ot(n,3))}else{let n=Math.min(e.length,t.count);for(let s=0;s<n;s++){let r=e[s];t.setXYZ(s,r.x,r.y,r.z||0)}e.length>t.count&&qe("BufferGeometry: Buffer size too small for points data. Use .dispose() and create a new geometry."),t.needsUpdate=!0}return this}computeBoundingBox(){this.boundingBox===null&&(this.boundingBox=new es);let e=this.attributes.position,t=this.morphAttributes.position;if(e&&e.isGLBufferAttribute){Qe("BufferGeometry.computeBoundingBox(): GLBufferAttribute requires a manual bounding box.",this),this.boundingBox.set(new W(-1/0,-1/0,-1/0),new W(1/0,1/0,1/0));return}if(e!==void 0){if(this.boundingBox.setFromBufferAttribute(e),t)for(let n=0,s=t.length;n<s;n++){let r=t[n];hi.setFromBufferAttribute(r),this.morphTargetsRelative?(In.addVectors(this.boundingBox.min,hi.min),this.boundingBox.expandByPoint(In),In.addVectors(this.boundingBox.max,hi.max),this.boundingBox.expandByPoint(In)):(this.boundingBox.expandByPoint(hi.min),this.boundingBox.expandByPoint(hi.max))}}else this.boundingBox.makeEmpty();(isNaN(this.boundingBox.min.x)||isNaN(this.boundingBox.min.y)||isNaN(this.boundingBox.min.z))&&Qe('BufferGeometry.computeBoundingBox(): Computed min/max have NaN values. The "position" attribute is likely to have NaN values.',this)}computeBoundingSphere(){this.boundingSphere===null&&(this.boundingSphere=new _s);let e=this.attributes.position,t=this.morphAttributes.position;if(e&&e.isGLBufferAttribute){Qe("BufferGeometry.computeBoundingSphere(): GLBufferAttribute requires a manual bounding sphere.",this),this.boundingSphere.set(new W,1/0);return}if(e){let n=this.boundingSphere.center;if(hi.setFromBufferAttribute(e),t)for(let r=0,o=t.length;r<o;r++){let a=t[r];sa.setFromBufferAttribute(a),this.morphTargetsRelative?(In.addVectors(hi.min,sa.min),hi.expandByPoint(In),In.addVectors(hi.max,sa.max),hi.expandByPoint(In)):(hi.expandByPoint(sa.min),hi.expandByPoint(sa.max))}hi.getCenter(n);let s=0;for(let r=0,o=e.count;r<o;r++)In.fromBufferAttribute(e,r),s=Math.max(s,n.distanceToSquared(In));if(t)for(let r=0,o=t.length;r<o;r++){let a=t[r],l=this.morphTargetsRelative;for(let c=0,h=a.count;c<h;c++)In.fromBufferAttribute(a,c),l&&(ho.fromBufferAttribute(e,c),In.add(ho)),s=Math.max(s,n.distanceToSquared(In))}this.boundingSphere.radius=Math.sqrt(s),isNaN(this.boundingSphere.radius)&&Qe('BufferGeometry.computeBoundingSphere(): Computed radius is NaN. The "position" attribute is likely to have NaN values.',this)}}computeTangents(){let e=this.index,t=this.attributes;if(e===null||t.position===void 0||t.normal===void 0||t.uv===void 0){Qe("BufferGeometry: .computeTangents() failed. Missing required attributes (index, position, normal or uv)");return}let n=t.position,s=t.normal,r=t.uv,o=this.getAttribute("tangent");(o===void 0||o.count!==n.count)&&(o=new kt(new Float32Array(4*n.count),4),this.setAttribute("tangent",o));let a=[],l=[],c=new Uint8Array(n.count);for(let F=0;F<n.count;F++)a[F]=new W,l[F]=new W;let h=new W,u=new W,d=new W,f=new et,p=new et,x=new et,m=new W,g=new W;function _(F,I,L){c[F]=c[I]=c[L]=1,h.fromBufferAttribute(n,F),u.fromBufferAttribute(n,I),d.fromBufferAttribute(n,L),f.fromBufferAttribute(r,F),p.fromBufferAttribute(r,I),x.fromBufferAttribute(r,L),u.sub(h),d.sub(h),p.sub(f),x.sub(f);let O=1/(p.x*x.y-x.x*p.y);isFinite(O)&&(m.copy(u).multiplyScalar(x.y).addScaledVector(d,-p.y).multiplyScalar(O),g.copy(d).multiplyScalar(p.x).addScaledVector(u,-x.x).multiplyScalar(O),a[F].add(m),a[I].add(m),a[L].add(m),l[F].add(g),l[I].add(g),l[L].add(g))}let E=this.groups;E.length===0&&(E=[{start:0,count:e.count}]);for(let F=0,I=E.length;F<I;++F){let L=E[F],O=L.start,z=L.count;for(let N=O,H=O+z;N<H;N+=3)_(e.getX(N+0),e.getX(N+1),e.getX(N+2))}let M=new W,C=new W,T=new W,v=new W;function S(F){T.fromBufferAttribute(s,F),v.copy(T);let I=a[F];M.copy(I),M.sub(T.multiplyScalar(T.dot(I))).normalize(),C.crossVectors(v,I);let O=C.dot(l[F])<0?-1:1;o.setXYZW(F,M.x,M.y,M.z,O)}for(let F=0,I=n.count;F<I;++F)c[F]&&S(F);this._transformed=!0}computeVertexNormals(){let e=this.index,t=this.getAttribute("position");if(t!==void 0){let n=this.getAttribute("normal");if(n===void 0||n.count!==t.count)n=new kt(new Float32Array(t.count*3),3),this.setAttribute("normal",n);else for(let d=0,f=n.count;d<f;d++)n.setXYZ(d,0,0,0);let s=new W,r=new W,o=new W,a=new W,l=new W,c=new W,h=new W,u=new W;if(e)for(let d=0,f=e.count;d<f;d+=3){let p=e.getX(d+0),x=e.getX(d+1),m=e.getX(d+2);s.fromBufferAttribute(t,p),r.fromBufferAttribute(t,x),o.fromBufferAttribute(t,m),h.subVectors(o,r),u.subVectors(s,r),h.cross(u),a.fromBufferAttribute(n,p),l.fromBufferAttribute(n,x),c.fromBufferAttribute(n,m),a.add(h),l.add(h),c.add(h),n.setXYZ(p,a.x,a.y,a.z),n.setXYZ(x,l.x,l.y,l.z),n.setXYZ(m,c.x,c.y,c.z)}else for(let d=0,f=t.count;d<f;d+=3)s.fromBufferAttribute(t,d+0),r.fromBufferAttribute(t,d+1),o.fromBufferAttribute(t,d+2),h.subVectors(o,r),u.subVectors(s,r),h.cross(u),n.setXYZ(d+0,h.x,h.y,h.z),n.setXYZ(d+1,h.x,h.y,h.z),n.setXYZ(d+2,h.x,h.y,h.z);this.normalizeNormals(),n.needsUpdate=!0}}normalizeNormals(){let e=this.attributes.normal;for(let t=0,n=e.count;t<n;t++)In.fromBufferAttribute(e,t),In.normalize(),e.setXYZ(t,In.x,In.y,In.z)}toNonIndexed(){function e(a,l){let c=a.array,h=a.itemSize,u=a.normalized,d=new c.constructor(l.length*h),f=0,p=0;for(let x=0,m=l.length;x<m;x++){a.isInterleavedBufferAttribute?f=l[x]*a.data.stride+a.offset:f=l[x]*h;for(let g=0;g<h;g++)d[p++]=c[f++]}return new kt(d,h,u)}if(this.index===null)return qe("BufferGeometry.toNonIndexed(): BufferGeometry is already non-indexed."),this;let t=new i,n=this.index.array,s=this.attributes;for(let a in s){let l=s[a],c=e(l,n);t.setAttribute(a,c)}let r=this.morphAttributes;for(let a in r){let l=[],c=r[a];for(let h=0,u=c.length;h<u;h++){let d=c[h],f=e(d,n);l.push(f)}t.morphAttributes[a]=l}t.morphTargetsRelative=this.morphTargetsRelative;let o=this.groups;for(let a=0,l=o.length;a<l;a++){let c=o[a];t.addGroup(c.start,c.count,c.materialIndex)}return t}toJSON(){let e={metadata:{version:4.7,type:"BufferGeometry",generator:"BufferGeometry.toJSON"}};if(e.uuid=this.uuid,e.type=this.parameters!==void 0&&this._transformed===!0?"BufferGeometry":this.type,e.name=this.name,Object.keys(this.userData).length>0&&(e.userData=this.userData),this.parameters!==void 0&&this._transformed!==!0){let l=this.parameters;for(let c in l)l[c]!==void 0&&(e[c]=l[c]);return e}e.data={attributes:{}};let t=this.index;t!==null&&(e.data.index={type:t.array.constructor.name,array:Array.prototype.slice.call(t.array)});let n=this.attributes;for(let l in n){let c=n[l];e.data.attributes[l]=c.toJSON(e.data)}let s={},r=!1;for(let l in this.morphAttributes){let c=this.morphAttributes[l],h=[];for(let u=0,d=c.length;u<d;u++){let f=c[u];h.push(f.toJSON(e.data))}h.length>0&&(s[l]=h,r=!0)}r&&(e.data.morphAttributes=s,e.data.morphTargetsRelative=this.morphTargetsRelative);let o=this.groups;o.length>0&&(e.data.groups=JSON.parse(JSON.stringify(o)));let a=this.boundingSphere;return a!==null&&(e.data.boundingSphere=a.toJSON()),e}clone(){return new this.constructor().copy(this)}copy(e){this.index=null,this.attributes={},this.morphAttributes={},this.groups=[],this.boundingBox=null,this.boundingSphere=null;let t={};this.name=e.name;let n=e.index;n!==null&&this.setIndex(n.clone());let s=e.attributes;for(let c in s){let h=s[c];this.setAttribute(c,h.clone(t))}let r=e.morphAttributes;for(let c in r){let h=[],u=r[c];for(let d=0,f=u.length;d<f;d++)h.push(u[d].clone(t));this.morphAttributes[c]=h}this.morphTargetsRelative=e.morphTargetsRelative;let o=e.groups;for(let c=0,h=o.length;c<h;c++){let u=o[c];this.addGroup(u.start,u.count,u.materialIndex)}let a=e.boundingBox;a!==null&&(this.boundingBox=a.clone());let l=e.boundingSphere;return l!==null&&(this.boundingSphere=l.clone()),this.drawRange.start=e.drawRange.start,this.drawRange.count=e.drawRange.count,this.userData=e.userData,this._transformed=e._transformed,this}dispose(){this.dispatchEvent({type:"dispose"})}};var bd=new W,P_=new W,I_=new tt,Fi=class{constructor(e=new W(1,0,0),t=0){this.isPlane=!0,this.normal=e,this.constant=t}set(e,t){return this.normal.copy(e),this.constant=t,this}setComponents(e,t,n,s){return this.normal.set(e,t,n),this.constant=s,this}setFromNormalAndCoplanarPoint(e,t){return this.normal.copy(e),this.constant=-t.dot(this.normal),this}setFromCoplanarPoints(e,t,n){let s=bd.subVectors(n,t).cross(P_.subVectors(e,t)).normalize();return this.setFromNormalAndCoplanarPoint(s,e),this}copy(e){return this.normal.copy(e.normal),this.constant=e.constant,this}normalize(){let e=1/this.normal.length();return this.normal.multiplyScalar(e),this.constant*=e,this}negate(){return this.constant*=-1,this.normal.negate(),this}distanceToPoint(e){return this.normal.dot(e)+this.constant}distanceToSphere(e){return this.distanceToPoint(e.center)-e.radius}projectPoint(e,t){return t.copy(e).addScaledVector(this.normal,-this.distanceToPoint(e))}intersectLine(e,t,n=!0){let s=e.delta(bd),r=this.normal.dot(s);if(r===0)return this.distanceToPoint(e.start)===0?t.copy(e.start):null;let o=-(e.start.dot(this.normal)+this.constant)/r;return n===!0&&(o<0||o>1)?null:t.copy(e.start).addScaledVector(s,o)}intersectsLine(e){let t=this.distanceToPoint(e.start),n=this.distanceToPoint(e.end);return t<0&&n>0||n<0&&t>0}intersectsBox(e){return e.intersectsPlane(this)}intersectsSphere(e){return e.intersectsPlane(this)}coplanarPoint(e){return e.copy(this.normal).multiplyScalar(-this.constant)}applyMatrix4(e,t){let n=t||I_.getNormalMatrix(e),s=this.coplanarPoint(bd).applyMatrix4(e),r=this.normal.applyMatrix3(n).normalize();return this.constant=-s.dot(r),this}translate(e){return this.constant-=e.dot(this.normal),this}equals(e){return e.normal.equals(this.normal)&&e.constant===this.constant}clone(){return new this.constructor().copy(this)}toJSON(){return{normal:this.normal.toArray(),constant:this.constant}}fromJSON(e){return this.normal.fromArray(e.normal),this.constant=e.constant,this}},L_=0,bs=class extends Qi{constructor(){super(),this.isMaterial=!0,Object.defineProperty(this,"id",{value:L_++}),this.uuid=Ba(),this.name="",this.type="Material",this.blending=Ao,this.side=er,this.vertexColors=!1,this.opacity=1,this.transparent=!1,this.alphaHash=!1,this.blendSrc=Od,this.blendDst=Bd,this.blendEquation=wr,this.blendSrcAlpha=null,this.blendDstAlpha=null,this.blendEquationAlpha=null,this.blendColor=new Ye(0,0,0),this.blendAlpha=0,this.depthFunc=xo,this.depthTest=!0,this.depthWrite=!0,this.stencilWriteMask=255,this.stencilFunc=_0,this.stencilRef=0,this.stencilFuncMask=255,this.stencilFail=hc,this.stencilZFail=hc,this.stencilZPass=hc,this.stencilWrite=!1,this.clippingPlanes=null,this.clipIntersection=!1,this.clipShadows=!1,this.shadowSide=null,this.colorWrite=!0,this.precision=null,this.polygonOffset=!1,this.polygonOffsetFactor=0,this.polygonOffsetUnits=0,this.dithering=!1,this.alphaToCoverage=!1,this.premultipliedAlpha=!1,this.forceSinglePass=!1,this.allowOverride=!0,this.visible=!0,this.toneMapped=!0,this.userData={},this.version=0,this._alphaTest=0}get alphaTest(){return this._alphaTest}set alphaTest(e){this._alphaTest>0!=e>0&&this.version++,this._alphaTest=e}onBeforeRender(){}onBeforeCompile(){}customProgramCacheKey(){return this.onBeforeCompile.toString()}setValues(e){if(e!==void 0)for(let t in e){let n=e[t];if(n===void 0){qe(`Material: parameter '${t}' has value of undefined.`);continue}let s=this[t];if(s===void 0){qe(`Material: '${t}' is not a property of THREE.${this.type}.`);continue}s&&s.isColor?s.set(n):s&&s.isVector2&&n&&n.isVector2||s&&s.isEuler&&n&&n.isEuler||s&&s.isVector3&&n&&n.isVector3?s.copy(n):this[t]=n}}toJSON(e){let t=e===void 0||typeof e=="string";t&&(e={textures:{},images:{}});let n={metadata:{version:4.7,type:"Material",generator:"Material.toJSON"}};n.uuid=this.uuid,n.type=this.type,n.blending=this.blending,n.side=this.side,n.shadowSide=this.shadowSide,n.vertexColors=this.vertexColors,n.opacity=this.opacity,n.transparent=this.transparent,n.blendSrc=this.blendSrc,n.blendDst=this.blendDst,n.blendEquation=this.blendEquation,n.blendSrcAlpha=this.blendSrcAlpha,n.blendDstAlpha=this.blendDstAlpha,n.blendEquationAlpha=this.blendEquationAlpha,n.blendColor=this.blendColor.getHex(),n.blendAlpha=this.blendAlpha,n.depthFunc=this.depthFunc,n.depthTest=this.depthTest,n.depthWrite=this.depthWrite,n.colorWrite=this.colorWrite,n.clipIntersection=this.clipIntersection,n.clipShadows=this.clipShadows,n.stencilWriteMask=this.stencilWriteMask,n.stencilFunc=this.stencilFunc,n.stencilRef=this.stencilRef,n.stencilFuncMask=this.stencilFuncMask,n.stencilFail=this.stencilFail,n.stencilZFail=this.stencilZFail,n.stencilZPass=this.stencilZPass,n.stencilWrite=this.stencilWrite,n.polygonOffset=this.polygonOffset,n.polygonOffsetFactor=this.polygonOffsetFactor,n.polygonOffsetUnits=this.polygonOffsetUnits,n.dithering=this.dithering,n.alphaTest=this.alphaTest,n.alphaHash=this.alphaHash,n.alphaToCoverage=this.alphaToCoverage,n.premultipliedAlpha=this.premultipliedAlpha,n.forceSinglePass=this.forceSinglePass,n.allowOverride=this.allowOverride,n.visible=this.visible,n.toneMapped=this.toneMapped,n.name=this.name,this.color&&this.color.isColor&&(n.color=this.color.getHex()),this.roughness!==void 0&&(n.roughness=this.roughness),this.metalness!==void 0&&(n.metalness=this.metalness),this.sheen!==void 0&&(n.sheen=this.sheen),this.sheenColor&&this.sheenColor.isColor&&(n.sheenColor=this.sheenColor.getHex()),this.sheenRoughness!==void 0&&(n.sheenRoughness=this.sheenRoughness),this.emissive&&this.emissive.isColor&&(n.emissive=this.emissive.getHex()),this.emissiveIntensity!==void 0&&(n.emissiveIntensity=this.emissiveIntensity),this.specular&&this.specular.isColor&&(n.specular=this.specular.getHex()),this.specularIntensity!==void 0&&(n.specularIntensity=this.specularIntensity),this.specularColor&&this.specularColor.isColor&&(n.specularColor=this.specularColor.getHex()),this.shininess!==void 0&&(n.shininess=this.shininess),this.clearcoat!==void 0&&(n.clearcoat=this.clearcoat),this.clearcoatRoughness!==void 0&&(n.clearcoatRoughness=this.clearcoatRoughness),this.diffuseRoughness!==void 0&&(n.diffuseRoughness=this.diffuseRoughness),this.diffuseRoughnessMap&&this.diffuseRoughnessMap.isTexture&&(n.diffuseRoughnessMap=this.diffuseRoughnessMap.toJSON(e).uuid),this.clearcoatMap&&this.clearcoatMap.isTexture&&(n.clearcoatMap=this.clearcoatMap.toJSON(e).uuid),this.clearcoatRoughnessMap&&this.clearcoatRoughnessMap.isTexture&&(n.clearcoatRoughnessMap=this.clearcoatRoughnessMap.toJSON(e).uuid),this.clearcoatNormalMap&&this.clearcoatNormalMap.isTexture&&(n.clearcoatNormalMap=this.clearcoatNormalMap.toJSON(e).uuid,n.clearcoatNormalScale=this.clearcoatNormalScale.toArray()),this.sheenColorMap&&this.sheenColorMap.isTexture&&(n.sheenColorMap=this.sheenColorMap.toJSON(e).uuid),this.sheenRoughnessMap&&this.sheenRoughnessMap.isTexture&&(n.sheenRoughnessMap=this.sheenRoughnessMap.toJSON(e).uuid),this.dispersion!==void 0&&(n.dispersion=this.dispersion),this.retroreflectivity!==void 0&&(n.retroreflectivity=this.retroreflectivity),this.iridescence!==void 0&&(n.iridescence=this.iridescence),this.iridescenceIOR!==void 0&&(n.iridescenceIOR=this.iridescenceIOR),this.iridescenceThicknessMinimum!==void 0&&(n.iridescenceThicknessMinimum=this.iridescenceThicknessMinimum),this.iridescenceThicknessMaximum!==void 0&&(n.iridescenceThicknessMaximum=this.iridescenceThicknessMaximum),this.iridescenceMap&&this.iridescenceMap.isTexture&&(n.iridescenceMap=this.iridescenceMap.toJSON(e).uuid),this.iridescenceThicknessMap&&this.iridescenceThicknessMap.isTexture&&(n.iridescenceThicknessMap=this.iridescenceThicknessMap.toJSON(e).uuid),this.anisotropy!==void 0&&(n.anisotropy=this.anisotropy),this.anisotropyRotation!==void 0&&(n.anisotropyRotation=this.anisotropyRotation),this.anisotropyMap&&this.anisotropyMap.isTexture&&(n.anisotropyMap=this.anisotropyMap.toJSON(e).uuid),this.map&&this.map.isTexture&&(n.map=this.map.toJSON(e).uuid),this.matcap&&this.matcap.isTexture&&(n.matcap=this.matcap.toJSON(e).uuid),this.alphaMap&&this.alphaMap.isTexture&&(n.alphaMap=this.alphaMap.toJSON(e).uuid),this.lightMap&&this.lightMap.isTexture&&(n.lightMap=this.lightMap.toJSON(e).uuid,n.lightMapIntensity=this.lightMapIntensity),this.aoMap&&this.aoMap.isTexture&&(n.aoMap=this.aoMap.toJSON(e).uuid,n.aoMapIntensity=this.aoMapIntensity),this.bumpMap&&this.bumpMap.isTexture&&(n.bumpMap=this.bumpMap.toJSON(e).uuid,n.bumpScale=this.bumpScale),this.normalMap&&this.normalMap.isTexture&&(n.normalMap=this.normalMap.toJSON(e).uuid,n.normalMapType=this.normalMapType,n.normalScale=this.normalScale.toArray()),this.displacementMap&&this.displacementMap.isTexture&&(n.displacementMap=this.displacementMap.toJSON(e).uuid,n.displacementScale=this.displacementScale,n.displacementBias=this.displacementBias),this.roughnessMap&&this.roughnessMap.isTexture&&(n.roughnessMap=this.roughnessMap.toJSON(e).uuid),this.metalnessMap&&this.metalnessMap.isTexture&&(n.metalnessMap=this.metalnessMap.toJSON(e).uuid),this.emissiveMap&&this.emissiveMap.isTexture&&(n.emissiveMap=this.emissiveMap.toJSON(e).uuid),this.specularMap&&this.specularMap.isTexture&&(n.specularMap=this.specularMap.toJSON(e).uuid),this.specularIntensityMap&&this.specularIntensityMap.isTexture&&(n.specularIntensityMap=this.specularIntensityMap.toJSON(e).uuid),this.specularColorMap&&this.specularColorMap.isTexture&&(n.specularColorMap=this.specularColorMap.toJSON(e).uuid),this.envMap&&this.envMap.isTexture&&(n.envMap=this.envMap.toJSON(e).uuid,this.combine!==void 0&&(n.combine=this.combine)),this.envMapRotation!==void 0&&(n.envMapRotation=this.envMapRotation.toArray()),this.envMapIntensity!==void 0&&(n.envMapIntensity=this.envMapIntensity),this.reflectivity!==void 0&&(n.reflectivity=this.reflectivity),this.refractionRatio!==void 0&&(n.refractionRatio=this.refractionRatio),this.gradientMap&&this.gradientMap.isTexture&&(n.gradientMap=this.gradientMap.toJSON(e).uuid),this.transmission!==void 0&&(n.transmission=this.transmission),this.transmissionMap&&this.transmissionMap.isTexture&&(n.transmissionMap=this.transmissionMap.toJSON(e).uuid),this.thickness!==void 0&&(n.thickness=this.thickness),this.thicknessMap&&this.thicknessMap.isTexture&&(n.thicknessMap=this.thicknessMap.toJSON(e).uuid),this.attenuationDistance!==void 0&&(n.attenuationDistance=this.attenuationDistance),this.attenuationColor!==void 0&&(n.attenuationColor=this.attenuationColor.getHex()),this.size!==void 0&&(n.size=this.size),this.sizeAttenuation!==void 0&&(n.sizeAttenuation=this.sizeAttenuation),Array.isArray(this.clippingPlanes)&&this.clippingPlanes.length>0&&(n.clippingPlanes=this.clippingPlanes.map(r=>r.toJSON())),this.rotation!==void 0&&(n.rotation=this.rotation),this.depthPacking!==void 0&&(n.depthPacking=this.depthPacking),this.linewidth!==void 0&&(n.linewidth=this.linewidth),this.linecap!==void 0&&(n.linecap=this.linecap),this.linejoin!==void 0&&(n.linejoin=this.linejoin),this.dashSize!==void 0&&(n.dashSize=this.dashSize),this.gapSize!==void 0&&(n.gapSize=this.gapSize),this.scale!==void 0&&(n.scale=this.scale),this.wireframe!==void 0&&(n.wireframe=this.wireframe),this.wireframeLinewidth!==void 0&&(n.wireframeLinewidth=this.wireframeLinewidth),this.wireframeLinecap!==void 0&&(n.wireframeLinecap=this.wireframeLinecap),this.wireframeLinejoin!==void 0&&(n.wireframeLinejoin=this.wireframeLinejoin),this.flatShading!==void 0&&(n.flatShading=this.flatShading),this.fog!==void 0&&(n.fog=this.fog),Object.keys(this.userData).length>0&&(n.userData=this.userData);function s(r){let o=[];for(let a in r){let l=r[a];delete l.metadata,o.push(l)}return o}if(t){let r=s(e.textures),o=s(e.images);r.length>0&&(n.textures=r),o.length>0&&(n.images=o)}return n}fromJSON(e,t){if(e.uuid!==void 0&&(this.uuid=e.uuid),e.name!==void 0&&(this.name=e.name),e.color!==void 0&&this.color!==void 0&&this.color.setHex(e.color),e.roughness!==void 0&&(this.roughness=e.roughness),e.metalness!==void 0&&(this.metalness=e.metalness),e.sheen!==void 0&&(this.sheen=e.sheen),e.sheenColor!==void 0&&(this.sheenColor=new Ye().setHex(e.sheenColor)),e.sheenRoughness!==void 0&&(this.sheenRoughness=e.sheenRoughness),e.emissive!==void 0&&this.emissive!==void 0&&this.emissive.setHex(e.emissive),e.specular!==void 0&&this.specular!==void 0&&this.specular.setHex(e.specular),e.specularIntensity!==void 0&&(this.specularIntensity=e.specularIntensity),e.specularColor!==void 0&&this.specularColor!==void 0&&this.specularColor.setHex(e.specularColor),e.shininess!==void 0&&(this.shininess=e.shininess),e.clearcoat!==void 0&&(this.clearcoat=e.clearcoat),e.clearcoatRoughness!==void 0&&(this.clearcoatRoughness=e.clearcoatRoughness),e.diffuseRoughness!==void 0&&(this.diffuseRoughness=e.diffuseRoughness),e.dispersion!==void 0&&(this.dispersion=e.dispersion),e.retroreflectivity!==void 0&&(this.retroreflectivity=e.retroreflectivity),e.iridescence!==void 0&&(this.iridescence=e.iridescence),e.iridescenceIOR!==void 0&&(this.iridescenceIOR=e.iridescenceIOR),e.iridescenceThicknessMinimum!==void 0&&(this.iridescenceThicknessMinimum=e.iridescenceThicknessMinimum),e.iridescenceThicknessMaximum!==void 0&&(this.iridescenceThicknessMaximum=e.iridescenceThicknessMaximum),e.iridescenceThicknessRange!==void 0&&(this.iridescenceThicknessMinimum=e.iridescenceThicknessRange[0],this.iridescenceThicknessMaximum=e.iridescenceThicknessRange[1]),e.transmission!==void 0&&(this.transmission=e.transmission),e.thickness!==void 0&&(this.thickness=e.thickness),e.attenuationDistance!==void 0&&(this.attenuationDistance=e.attenuationDistance),e.attenuationColor!==void 0&&this.attenuationColor!==void 0&&this.attenuationColor.setHex(e.attenuationColor),e.anisotropy!==void 0&&(this.anisotropy=e.anisotropy),e.anisotropyRotation!==void 0&&(this.anisotropyRotation=e.anisotropyRotation),e.fog!==void 0&&(this.fog=e.fog),e.flatShading!==void 0&&(this.flatShading=e.flatShading),e.blending!==void 0&&(this.blending=e.blending),e.combine!==void 0&&(this.combine=e.combine),e.side!==void 0&&(this.side=e.side),e.shadowSide!==void 0&&(this.shadowSide=e.shadowSide),e.opacity!==void 0&&(this.opacity=e.opacity),e.transparent!==void 0&&(this.transparent=e.transparent),e.alphaTest!==void 0&&(this.alphaTest=e.alphaTest),e.alphaHash!==void 0&&(this.alphaHash=e.alphaHash),e.depthFunc!==void 0&&(this.depthFunc=e.depthFunc),e.depthTest!==void 0&&(this.depthTest=e.depthTest),e.depthWrite!==void 0&&(this.depthWrite=e.depthWrite),e.colorWrite!==void 0&&(this.colorWrite=e.colorWrite),e.clippingPlanes!==void 0&&(this.clippingPlanes=e.clippingPlanes.map(n=>new Fi().fromJSON(n))),e.clipIntersection!==void 0&&(this.clipIntersection=e.clipIntersection),e.clipShadows!==void 0&&(this.clipShadows=e.clipShadows),e.depthPacking!==void 0&&(this.depthPacking=e.depthPacking),e.blendSrc!==void 0&&(this.blendSrc=e.blendSrc),e.blendDst!==void 0&&(this.blendDst=e.blendDst),e.blendEquation!==void 0&&(this.blendEquation=e.blendEquation),e.blendSrcAlpha!==void 0&&(this.blendSrcAlpha=e.blendSrcAlpha),e.blendDstAlpha!==void 0&&(this.blendDstAlpha=e.blendDstAlpha),e.blendEquationAlpha!==void 0&&(this.blendEquationAlpha=e.blendEquationAlpha),e.blendColor!==void 0&&this.blendColor!==void 0&&this.blendColor.setHex(e.blendColor),e.blendAlpha!==void 0&&(this.blendAlpha=e.blendAlpha),e.stencilWriteMask!==void 0&&(this.stencilWriteMask=e.stencilWriteMask),e.stencilFunc!==void 0&&(this.stencilFunc=e.stencilFunc),e.stencilRef!==void 0&&(this.stencilRef=e.stencilRef),e.stencilFuncMask!==void 0&&(this.stencilFuncMask=e.stencilFuncMask),e.stencilFail!==void 0&&(this.stencilFail=e.stencilFail),e.stencilZFail!==void 0&&(this.stencilZFail=e.stencilZFail),e.stencilZPass!==void 0&&(this.stencilZPass=e.stencilZPass),e.stencilWrite!==void 0&&(this.stencilWrite=e.stencilWrite),e.wireframe!==void 0&&(this.wireframe=e.wireframe),e.wireframeLinewidth!==void 0&&(this.wireframeLinewidth=e.wireframeLinewidth),e.wireframeLinecap!==void 0&&(this.wireframeLinecap=e.wireframeLinecap),e.wireframeLinejoin!==void 0&&(this.wireframeLinejoin=e.wireframeLinejoin),e.rotation!==void 0&&(this.rotation=e.rotation),e.linewidth!==void 0&&(this.linewidth=e.linewidth),e.linecap!==void 0&&(this.linecap=e.linecap),e.linejoin!==void 0&&(this.linejoin=e.linejoin),e.dashSize!==void 0&&(this.dashSize=e.dashSize),e.gapSize!==void 0&&(this.gapSize=e.gapSize),e.scale!==void 0&&(this.scale=e.scale),e.polygonOffset!==void 0&&(this.polygonOffset=e.polygonOffset),e.polygonOffsetFactor!==void 0&&(this.polygonOffsetFactor=e.polygonOffsetFactor),e.polygonOffsetUnits!==void 0&&(this.polygonOffsetUnits=e.polygonOffsetUnits),e.dithering!==void 0&&(this.dithering=e.dithering),e.alphaToCoverage!==void 0&&(this.alphaToCoverage=e.alphaToCoverage),e.premultipliedAlpha!==void 0&&(this.premultipliedAlpha=e.premultipliedAlpha),e.forceSinglePass!==void 0&&(this.forceSinglePass=e.forceSinglePass),e.allowOverride!==void 0&&(this.allowOverride=e.allowOverride),e.visible!==void 0&&(this.visible=e.visible),e.toneMapped!==void 0&&(this.toneMapped=e.toneMapped),e.userData!==void 0&&(this.userData=e.userData),e.vertexColors!==void 0&&(typeof e.vertexColors=="number"?this.vertexColors=e.vertexColors>0:this.vertexColors=e.vertexColors),e.size!==void 0&&(this.size=e.size),e.sizeAttenuation!==void 0&&(this.sizeAttenuation=e.sizeAttenuation),e.map!==void 0&&(this.map=t[e.map]||null),e.matcap!==void 0&&(this.matcap=t[e.matcap]||null),e.alphaMap!==void 0&&(this.alphaMap=t[e.alphaMap]||null),e.bumpMap!==void 0&&(this.bumpMap=t[e.bumpMap]||null),e.bumpScale!==void 0&&(this.bumpScale=e.bumpScale),e.normalMap!==void 0&&(this.normalMap=t[e.normalMap]||null),e.normalMapType!==void 0&&(this.normalMapType=e.normalMapType),e.normalScale!==void 0){let n=e.normalScale;Array.isArray(n)===!1&&(n=[n,n]),this.normalScale=new et().fromArray(n)}return e.displacementMap!==void 0&&(this.displacementMap=t[e.displacementMap]||null),e.displacementScale!==void 0&&(this.displacementScale=e.displacementScale),e.displacementBias!==void 0&&(this.displacementBias=e.displacementBias),e.roughnessMap!==void 0&&(this.roughnessMap=t[e.roughnessMap]||null),e.metalnessMap!==void 0&&(this.metalnessMap=t[e.metalnessMap]||null),e.emissiveMap!==void 0&&(this.emissiveMap=t[e.emissiveMap]||null),e.emissiveIntensity!==void 0&&(this.emissiveIntensity=e.emissiveIntensity),e.specularMap!==void 0&&(this.specularMap=t[e.specularMap]||null),e.specularIntensityMap!==void 0&&(this.specularIntensityMap=t[e.specularIntensityMap]||null),e.specularColorMap!==void 0&&(this.specularColorMap=t[e.specularColorMap]||null),e.envMap!==void 0&&(this.envMap=t[e.envMap]||null),e.envMapRotation!==void 0&&this.envMapRotation.fromArray(e.envMapRotation),e.envMapIntensity!==void 0&&(this.envMapIntensity=e.envMapIntensity),e.reflectivity!==void 0&&(this.reflectivity=e.reflectivity),e.refractionRatio!==void 0&&(this.refractionRatio=e.refractionRatio),e.lightMap!==void 0&&(this.lightMap=t[e.lightMap]||null),e.lightMapIntensity!==void 0&&(this.lightMapIntensity=e.lightMapIntensity),e.aoMap!==void 0&&(this.aoMap=t[e.aoMap]||null),e.aoMapIntensity!==void 0&&(this.aoMapIntensity=e.aoMapIntensity),e.gradientMap!==void 0&&(this.gradientMap=t[e.gradientMap]||null),e.clearcoatMap!==void 0&&(this.clearcoatMap=t[e.clearcoatMap]||null),e.clearcoatRoughnessMap!==void 0&&(this.clearcoatRoughnessMap=t[e.clearcoatRoughnessMap]||null),e.clearcoatNormalMap!==void 0&&(this.clearcoatNormalMap=t[e.clearcoatNormalMap]||null),e.clearcoatNormalScale!==void 0&&(this.clearcoatNormalScale=new et().fromArray(e.clearcoatNormalScale)),e.diffuseRoughnessMap!==void 0&&(this.diffuseRoughnessMap=t[e.diffuseRoughnessMap]||null),e.iridescenceMap!==void 0&&(this.iridescenceMap=t[e.iridescenceMap]||null),e.iridescenceThicknessMap!==void 0&&(this.iridescenceThicknessMap=t[e.iridescenceThicknessMap]||null),e.transmissionMap!==void 0&&(this.transmissionMap=t[e.transmissionMap]||null),e.thicknessMap!==void 0&&(this.thicknessMap=t[e.thicknessMap]||null),e.anisotropyMap!==void 0&&(this.anisotropyMap=t[e.anisotropyMap]||null),e.sheenColorMap!==void 0&&(this.sheenColorMap=t[e.sheenColorMap]||null),e.sheenRoughnessMap!==void 0&&(this.sheenRoughnessMap=t[e.sheenRoughnessMap]||null),this}clone(){return new this.constructor().copy(this)}copy(e){this.name=e.name,this.blending=e.blending,this.side=e.side,this.vertexColors=e.vertexColors,this.opacity=e.opacity,this.transparent=e.transparent,this.blendSrc=e.blendSrc,this.blendDst=e.blendDst,this.blendEquation=e.blendEquation,this.blendSrcAlpha=e.blendSrcAlpha,this.blendDstAlpha=e.blendDstAlpha,this.blendEquationAlpha=e.blendEquationAlpha,this.blendColor.copy(e.blendColor),this.blendAlpha=e.blendAlpha,this.depthFunc=e.depthFunc,this.depthTest=e.depthTest,this.depthWrite=e.depthWrite,this.stencilWriteMask=e.stencilWriteMask,this.stencilFunc=e.stencilFunc,this.stencilRef=e.stencilRef,this.stencilFuncMask=e.stencilFuncMask,this.stencilFail=e.stencilFail,this.stencilZFail=e.stencilZFail,this.stencilZPass=e.stencilZPass,this.stencilWrite=e.stencilWrite;let t=e.clippingPlanes,n=null;if(t!==null){let s=t.length;n=new Array(s);for(let r=0;r!==s;++r)n[r]=t[r].clone()}return this.clippingPlanes=n,this.clipIntersection=e.clipIntersection,this.clipShadows=e.clipShadows,this.shadowSide=e.shadowSide,this.colorWrite=e.colorWrite,this.precision=e.precision,this.polygonOffset=e.polygonOffset,this.polygonOffsetFactor=e.polygonOffsetFactor,this.polygonOffsetUnits=e.polygonOffsetUnits,this.dithering=e.dithering,this.alphaTest=e.alphaTest,this.alphaHash=e.alphaHash,this.alphaToCoverage=e.alphaToCoverage,this.premultipliedAlpha=e.premultipliedAlpha,this.forceSinglePass=e.forceSinglePass,this.allowOverride=e.allowOverride,this.visible=e.visible,this.toneMapped=e.toneMapped,this.userData=JSON.parse(JSON.stringify(e.userData)),this}dispose(){this.dispatchEvent({type:"dispose"})}set needsUpdate(e){e===!0&&this.version++}};var ms=new W,Md=new W,Wl=new W,Xl=new W,va=class{constructor(e=new W,t=new W(0,0,-1)){this.origin=e,this.direction=t}set(e,t){return this.origin.copy(e),this.direction.copy(t),this}copy(e){return this.origin.copy(e.origin),this.direction.copy(e.direction),this}at(e,t){return t.copy(this.origin).addScaledVector(this.direction,e)}lookAt(e){return this.direction.copy(e).sub(this.origin).normalize(),this}recast(e){return this.origin.copy(this.at(e,ms)),this}closestPointToPoint(e,t){t.subVectors(e,this.origin);let n=t.dot(this.direction);return n<0?t.copy(this.origin):t.copy(this.origin).addScaledVector(this.direction,n)}distanceToPoint(e){return Math.sqrt(this.distanceSqToPoint(e))}distanceSqToPoint(e){let t=ms.subVectors(e,this.origin).dot(this.direction);return t<0?this.origin.distanceToSquared(e):(ms.copy(this.origin).addScaledVector(this.direction,t),ms.distanceToSquared(e))}distanceSqToSegment(e,t,n,s){Md.copy(e).add(t).multiplyScalar(.5),Wl.copy(t).sub(e).normalize(),Xl.copy(this.origin).sub(Md);let r=e.distanceTo(t)*.5,o=-this.direction.dot(Wl),a=Xl.dot(this.direction),l=-Xl.dot(Wl),c=Xl.lengthSq(),h=Math.abs(1-o*o),u,d,f,p;if(h>0)if(u=o*l-a,d=o*a-l,p=r*h,u>=0)if(d>=-p)if(d<=p){let x=1/h;u*=x,d*=x,f=u*(u+o*d+2*a)+d*(o*u+d+2*l)+c}else d=r,u=Math.max(0,-(o*d+a)),f=-u*u+d*(d+2*l)+c;else d=-r,u=Math.max(0,-(o*d+a)),f=-u*u+d*(d+2*l)+c;else d<=-p?(u=Math.max(0,-(-o*r+a)),d=u>0?-r:Math.min(Math.max(-r,-l),r),f=-u*u+d*(d+2*l)+c):d<=p?(u=0,d=Math.min(Math.max(-r,-l),r),f=d*(d+2*l)+c):(u=Math.max(0,-(o*r+a)),d=u>0?r:Math.min(Math.max(-r,-l),r),f=-u*u+d*(d+2*l)+c);else d=o>0?-r:r,u=Math.max(0,-(o*d+a)),f=-u*u+d*(d+2*l)+c;return n&&n.copy(this.origin).addScaledVector(this.direction,u),s&&s.copy(Md).addScaledVector(Wl,d),f}intersectSphere(e,t){if(e.radius<0)return null;ms.subVectors(e.center,this.origin);let n=ms.dot(this.direction),s=ms.dot(ms)-n*n,r=e.radius*e.radius;if(s>r)return null;let o=Math.sqrt(r-s),a=n-o,l=n+o;return l<0?null:a<0?this.at(l,t):this.at(a,t)}intersectsSphere(e){return e.radius<0?!1:this.distanceSqToPoint(e.center)<=e.radius*e.radius}distanceToPlane(e){let t=e.normal.dot(this.direction);if(t===0)return e.distanceToPoint(this.origin)===0?0:null;let n=-(this.origin.dot(e.normal)+e.constant)/t;return n>=0?n:null}intersectPlane(e,t){let n=this.distanceToPlane(e);return n===null?null:this.at(n,t)}intersectsPlane(e){let t=e.distanceToPoint(this.origin);return t===0||e.normal.dot(this.direction)*t<0}intersectBox(e,t){let n,s,r,o,a,l,c=1/this.direction.x,h=1/this.direction.y,u=1/this.direction.z,d=this.origin;return c>=0?(n=(e.min.x-d.x)*c,s=(e.max.x-d.x)*c):(n=(e.max.x-d.x)*c,s=(e.min.x-d.x)*c),h>=0?(r=(e.min.y-d.y)*h,o=(e.max.y-d.y)*h):(r=(e.max.y-d.y)*h,o=(e.min.y-d.y)*h),n>o||r>s||((r>n||isNaN(n))&&(n=r),(o<s||isNaN(s))&&(s=o),u>=0?(a=(e.min.z-d.z)*u,l=(e.max.z-d.z)*u):(a=(e.max.z-d.z)*u,l=(e.min.z-d.z)*u),n>l||a>s)||((a>n||n!==n)&&(n=a),(l<s||s!==s)&&(s=l),s<0)?null:this.at(n>=0?n:s,t)}intersectsBox(e){return this.intersectBox(e,ms)!==null}intersectTriangle(e,t,n,s,r){let o=this.origin,a=this.direction,l=a.x,c=a.y,h=a.z,u=e.x-o.x,d=e.y-o.y,f=e.z-o.z,p=t.x-o.x,x=t.y-o.y,m=t.z-o.z,g=n.x-o.x,_=n.y-o.y,E=n.z-o.z,M=Math.abs(l),C=Math.abs(c),T=Math.abs(h),v,S,F,I,L,O,z,N,H,X,V,le;if(M>=C&&M>=T?(F=l,O=u,H=p,le=g,l>=0?(v=c,S=h,I=d,L=f,z=x,N=m,X=_,V=E):(v=h,S=c,I=f,L=d,z=m,N=x,X=E,V=_)):C>=T?(F=c,O=d,H=x,le=_,c>=0?(v=h,S=l,I=f,L=u,z=m,N=p,X=E,V=g):(v=l,S=h,I=u,L=f,z=p,N=m,X=g,V=E)):(F=h,O=f,H=m,le=E,h>=0?(v=l,S=c,I=u,L=d,z=p,N=x,X=g,V=_):(v=c,S=l,I=d,L=u,z=x,N=p,X=_,V=g)),F===0)return null;let Z=v/F,Q=S/F,se=1/F,de=I-Z*O,ue=L-Q*O,ee=z-Z*H,me=N-Q*H,ve=X-Z*le,Ee=V-Q*le,Me=ve*me-Ee*ee,He=de*Ee-ue*ve,st=ee*ue-me*de;if(s){if(Me<0||He<0||st<0)return null}else if((Me<0||He<0||st<0)&&(Me>0||He>0||st>0))return null;let Ve=Me+He+st;if(Ve===0)return null;let ut=se*(Me*O+He*H+st*le);return(Ve>0?ut<0:ut>0)?null:this.at(ut/Ve,r)}applyMatrix4(e){return this.origin.applyMatrix4(e),this.direction.transformDirection(e),this}equals(e){return e.origin.equals(this.origin)&&e.direction.equals(this.direction)}clone(){return new this.constructor().copy(this)}},Mo=class extends bs{constructor(e){super(),this.isMeshBasicMaterial=!0,this.type="MeshBasicMaterial",this.color=new Ye(16777215),this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.specularMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new ys,this.combine=Xc,this.reflectivity=1,this.refractionRatio=.98,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.map=e.map,this.lightMap=e.lightMap,this.lightMapIntensity=e.lightMapIntensity,this.aoMap=e.aoMap,this.aoMapIntensity=e.aoMapIntensity,this.specularMap=e.specularMap,this.alphaMap=e.alphaMap,this.envMap=e.envMap,this.envMapRotation.copy(e.envMapRotation),this.combine=e.combine,this.reflectivity=e.reflectivity,this.refractionRatio=e.refractionRatio,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.wireframeLinecap=e.wireframeLinecap,this.wireframeLinejoin=e.wireframeLinejoin,this.fog=e.fog,this}},Ig=new ot,xr=new va,$l=new _s,Lg=new W,ql=new W,Yl=new W,Zl=new W,wd=new W,Jl=new W,Ng=new W,Kl=new W,gn=class extends Bn{constructor(e=new Kt,t=new Mo){super(),this.isMesh=!0,this.type="Mesh",this.geometry=e,this.material=t,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.count=1,this.updateMorphTargets()}copy(e,t){return super.copy(e,t),e.morphTargetInfluences!==void 0?this.morphTargetInfluences=e.morphTargetInfluences.slice():this.morphTargetInfluences=void 0,e.morphTargetDictionary!==void 0?this.morphTargetDictionary=Object.assign({},e.morphTargetDictionary):this.morphTargetDictionary=void 0,this.material=Array.isArray(e.material)?e.material.slice():e.material,this.geometry=e.geometry,this}updateMorphTargets(){let t=this.geometry.morphAttributes,n=Object.keys(t);if(n.length>0){let s=t[n[0]];if(s!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,o=s.length;r<o;r++){let a=s[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=r}}}}getVertexPosition(e,t){let n=this.geometry,s=n.attributes.position,r=n.morphAttributes.position,o=n.morphTargetsRelative;t.fromBufferAttribute(s,e);let a=this.morphTargetInfluences;if(r&&a){Jl.set(0,0,0);for(let l=0,c=r.length;l<c;l++){let h=a[l],u=r[l];h!==0&&(wd.fromBufferAttribute(u,e),o?Jl.addScaledVector(wd,h):Jl.addScaledVector(wd.sub(t),h))}t.add(Jl)}return t}intersectsFrustum(e){return e.intersectsObject(this)}raycast(e,t){let n=this.geometry,s=this.material,r=this.matrixWorld;s!==void 0&&(n.boundingSphere===null&&n.computeBoundingSphere(),$l.copy(n.boundingSphere),$l.applyMatrix4(r),xr.copy(e.ray).recast(e.near),!($l.containsPoint(xr.origin)===!1&&(xr.intersectSphere($l,Lg)===null||xr.origin.distanceToSquared(Lg)>(e.far-e.near)**2))&&(Ig.copy(r).invert(),xr.copy(e.ray).applyMatrix4(Ig),!(n.boundingBox!==null&&xr.intersectsBox(n.boundingBox)===!1)&&this._computeIntersections(e,t,xr)))}_computeIntersections(e,t,n){let s,r=this.geometry,o=this.material,a=r.index,l=r.attributes.position,c=r.attributes.uv,h=r.attributes.uv1,u=r.attributes.normal,d=r.groups,f=r.drawRange;if(a!==null)if(Array.isArray(o))for(let p=0,x=d.length;p<x;p++){let m=d[p],g=o[m.materialIndex],_=Math.max(m.start,f.start),E=Math.min(a.count,Math.min(m.start+m.count,f.start+f.count));for(let M=_,C=E;M<C;M+=3){let T=a.getX(M),v=a.getX(M+1),S=a.getX(M+2);s=jl(this,g,e,n,c,h,u,T,v,S),s&&(s.faceIndex=Math.floor(M/3),s.face.materialIndex=m.materialIndex,t.push(s))}}else{let p=Math.max(0,f.start),x=Math.min(a.count,f.start+f.count);for(let m=p,g=x;m<g;m+=3){let _=a.getX(m),E=a.getX(m+1),M=a.getX(m+2);s=jl(this,o,e,n,c,h,u,_,E,M),s&&(s.faceIndex=Math.floor(m/3),t.push(s))}}else if(l!==void 0)if(Array.isArray(o))for(let p=0,x=d.length;p<x;p++){let m=d[p],g=o[m.materialIndex],_=Math.max(m.start,f.start),E=Math.min(l.count,Math.min(m.start+m.count,f.start+f.count));for(let M=_,C=E;M<C;M+=3){let T=M,v=M+1,S=M+2;s=jl(this,g,e,n,c,h,u,T,v,S),s&&(s.faceIndex=Math.floor(M/3),s.face.materialIndex=m.materialIndex,t.push(s))}}else{let p=Math.max(0,f.start),x=Math.min(l.count,f.start+f.count);for(let m=p,g=x;m<g;m+=3){let _=m,E=m+1,M=m+2;s=jl(this,o,e,n,c,h,u,_,E,M),s&&(s.faceIndex=Math.floor(m/3),t.push(s))}}}};function N_(i,e,t,n,s,r,o,a){let l;if(e.side===Qn?l=n.intersectTriangle(o,r,s,!0,a):l=n.intersectTriangle(s,r,o,e.side===er,a),l===null)return null;Kl.copy(a),Kl.applyMatrix4(i.matrixWorld);let c=t.ray.origin.distanceTo(Kl);return c<t.near||c>t.far?null:{distance:c,point:Kl.clone(),object:i}}function jl(i,e,t,n,s,r,o,a,l,c){i.getVertexPosition(a,ql),i.getVertexPosition(l,Yl),i.getVertexPosition(c,Zl);let h=N_(i,e,t,n,ql,Yl,Zl,Ng);if(h){let u=new W;gs.getBarycoord(Ng,ql,Yl,Zl,u),s&&(h.uv=gs.getInterpolatedAttribute(s,a,l,c,u,new et)),r&&(h.uv1=gs.getInterpolatedAttribute(r,a,l,c,u,new et)),o&&(h.normal=gs.getInterpolatedAttribute(o,a,l,c,u,new W),h.normal.dot(n.direction)>0&&h.normal.multiplyScalar(-1));let d={a,b:l,c,normal:new W,materialIndex:0};gs.getNormal(ql,Yl,Zl,d.normal),h.face=d,h.barycoord=u}return h}var ya=class extends ei{constructor(e=null,t=1,n=1,s,r,o,a,l,c=Ln,h=Ln,u,d){super(null,o,a,l,c,h,s,r,u,d),this.isDataTexture=!0,this.image={data:e,width:t,height:n},this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}};var $s=class extends kt{constructor(e,t,n,s=1){super(e,t,n),this.isInstancedBufferAttribute=!0,this.meshPerAttribute=s}copy(e){return super.copy(e),this.meshPerAttribute=e.meshPerAttribute,this}toJSON(){let e=super.toJSON();return e.meshPerAttribute=this.meshPerAttribute,e.isInstancedBufferAttribute=!0,e}},uo=new ot,Dg=new ot,Ql=[],Fg=new es,D_=new ot,ra=new gn,oa=new _s,yr=class extends gn{constructor(e,t,n){super(e,t),this.isInstancedMesh=!0,this.instanceMatrix=new $s(new Float32Array(n*16),16),this.instanceColor=null,this.morphTexture=null,this.count=n,this.boundingBox=null,this.boundingSphere=null;for(let s=0;s<n;s++)this.setMatrixAt(s,D_)}computeBoundingBox(){let e=this.geometry,t=this.count;this.boundingBox===null&&(this.boundingBox=new es),e.boundingBox===null&&e.computeBoundingBox(),this.boundingBox.makeEmpty();for(let n=0;n<t;n++)this.getMatrixAt(n,uo),Fg.copy(e.boundingBox).applyMatrix4(uo),this.boundingBox.union(Fg)}computeBoundingSphere(){let e=this.geometry,t=this.count;this.boundingSphere===null&&(this.boundingSphere=new _s),e.boundingSphere===null&&e.computeBoundingSphere(),this.boundingSphere.makeEmpty();for(let n=0;n<t;n++)this.getMatrixAt(n,uo),oa.copy(e.boundingSphere).applyMatrix4(uo),this.boundingSphere.union(oa)}copy(e,t){return super.copy(e,t),this.instanceMatrix.copy(e.instanceMatrix),this.morphTexture=e.morphTexture!==null?e.morphTexture.clone():null,this.instanceColor=e.instanceColor!==null?e.instanceColor.clone():null,this.count=e.count,this.boundingBox=e.boundingBox!==null?e.boundingBox.clone():null,this.boundingSphere=e.boundingSphere!==null?e.boundingSphere.clone():null,this}getColorAt(e,t){return this.instanceColor===null?t.setRGB(1,1,1):t.fromArray(this.instanceColor.array,e*3)}getMatrixAt(e,t){return t.fromArray(this.instanceMatrix.array,e*16)}getMorphAt(e,t){let n=t.morphTargetInfluences,s=this.morphTexture.source.data.data,r=n.length+1,o=e*r+1;for(let a=0;a<n.length;a++)n[a]=s[o+a]}raycast(e,t){let n=this.matrixWorld,s=this.count;if(ra.geometry=this.geometry,ra.material=this.material,ra.material!==void 0&&(this.boundingSphere===null&&this.computeBoundingSphere(),oa.copy(this.boundingSphere),oa.applyMatrix4(n),e.ray.intersectsSphere(oa)!==!1))for(let r=0;r<s;r++){this.getMatrixAt(r,uo),Dg.multiplyMatrices(n,uo),ra.matrixWorld=Dg,ra.raycast(e,Ql);for(let o=0,a=Ql.length;o<a;o++){let l=Ql[o];l.instanceId=r,l.object=this,t.push(l)}Ql.length=0}}setColorAt(e,t){return this.instanceColor===null&&(this.instanceColor=new $s(new Float32Array(this.instanceMatrix.count*3).fill(1),3)),t.toArray(this.instanceColor.array,e*3),this}setMatrixAt(e,t){return t.toArray(this.instanceMatrix.array,e*16),this}setMorphAt(e,t){let n=t.morphTargetInfluences,s=n.length+1;this.morphTexture===null&&(this.morphTexture=new ya(new Float32Array(s*this.count),s,this.count,jc,wi));let r=this.morphTexture.source.data.data,o=0;for(let c=0;c<n.length;c++)o+=n[c];let a=this.geometry.morphTargetsRelative?1:1-o,l=s*e;return r[l]=a,r.set(n,l+1),this}updateMorphTargets(){}dispose(){super.dispose(),this.instanceMatrix.dispose(),this.instanceColor!==null&&this.instanceColor.dispose(),this.morphTexture!==null&&(this.morphTexture.dispose(),this.morphTexture=null)}},vr=new _s,F_=new et(.5,.5),ec=new W,qs=class{constructor(e=new Fi,t=new Fi,n=new Fi,s=new Fi,r=new Fi,o=new Fi){this.planes=[e,t,n,s,r,o]}set(e,t,n,s,r,o){let a=this.planes;return a[0].copy(e),a[1].copy(t),a[2].copy(n),a[3].copy(s),a[4].copy(r),a[5].copy(o),this}copy(e){let t=this.planes;for(let n=0;n<6;n++)t[n].copy(e.planes[n]);return this}setFromProjectionMatrix(e,t=bi,n=!1){let s=this.planes,r=e.elements,o=r[0],a=r[1],l=r[2],c=r[3],h=r[4],u=r[5],d=r[6],f=r[7],p=r[8],x=r[9],m=r[10],g=r[11],_=r[12],E=r[13],M=r[14],C=r[15];if(s[0].setComponents(c-o,f-h,g-p,C-_).normalize(),s[1].setComponents(c+o,f+h,g+p,C+_).normalize(),s[2].setComponents(c+a,f+u,g+x,C+E).normalize(),s[3].setComponents(c-a,f-u,g-x,C-E).normalize(),n)s[4].setComponents(l,d,m,M).normalize(),s[5].setComponents(c-l,f-d,g-m,C-M).normalize();else if(s[4].setComponents(c-l,f-d,g-m,C-M).normalize(),t===bi)s[5].setComponents(c+l,f+d,g+m,C+M).normalize();else if(t===vo)s[5].setComponents(l,d,m,M).normalize();else throw new Error("THREE.Frustum.setFromProjectionMatrix(): Invalid coordinate system: "+t);return this}intersectsObject(e){if(e.boundingSphere!==void 0)e.boundingSphere===null&&e.computeBoundingSphere(),vr.copy(e.boundingSphere).applyMatrix4(e.matrixWorld);else{let t=e.geometry;t.boundingSphere===null&&t.computeBoundingSphere(),vr.copy(t.boundingSphere).applyMatrix4(e.matrixWorld)}return this.intersectsSphere(vr)}intersectsSprite(e){vr.center.set(0,0,0);let t=F_.distanceTo(e.center);return vr.radius=.7071067811865476+t,vr.applyMatrix4(e.matrixWorld),this.intersectsSphere(vr)}intersectsSphere(e){let t=this.planes,n=e.center,s=-e.radius;for(let r=0;r<6;r++)if(t[r].distanceToPoint(n)<s)return!1;return!0}intersectsBox(e){let t=this.planes;for(let n=0;n<6;n++){let s=t[n];if(ec.x=s.normal.x>0?e.max.x:e.min.x,ec.y=s.normal.y>0?e.max.y:e.min.y,ec.z=s.normal.z>0?e.max.z:e.min.z,s.distanceToPoint(ec)<0)return!1}return!0}containsPoint(e){let t=this.planes;for(let n=0;n<6;n++)if(t[n].distanceToPoint(e)<0)return!1;return!0}clone(){return new this.constructor().copy(this)}},Ug=new ot,Tc=class i{constructor(){this.coordinateSystem=bi,this._frustums=[],this._count=0}setFromArrayCamera(e){let t=e.cameras,n=this._frustums;for(let s=0;s<t.length;s++){let r=t[s];Ug.multiplyMatrices(r.projectionMatrix,r.matrixWorldInverse),n[s]===void 0&&(n[s]=new qs),n[s].setFromProjectionMatrix(Ug,r.coordinateSystem,r.reversedDepth)}return this._count=t.length,this}getFrustum(e){return this._frustums[e]}intersectsObject(e){let t=this._frustums;for(let n=0;n<this._count;n++)if(t[n].intersectsObject(e))return!0;return!1}intersectsSprite(e){let t=this._frustums;for(let n=0;n<this._count;n++)if(t[n].intersectsSprite(e))return!0;return!1}intersectsSphere(e){let t=this._frustums;for(let n=0;n<this._count;n++)if(t[n].intersectsSphere(e))return!0;return!1}intersectsBox(e){let t=this._frustums;for(let n=0;n<this._count;n++)if(t[n].intersectsBox(e))return!0;return!1}containsPoint(e){let t=this._frustums;for(let n=0;n<this._count;n++)if(t[n].containsPoint(e))return!0;return!1}copy(e){this.coordinateSystem=e.coordinateSystem;let t=this._frustums,n=e._frustums;for(let s=0;s<e._count;s++)t[s]===void 0&&(t[s]=new qs),t[s].copy(n[s]);return this._count=e._count,this}clone(){return new i().copy(this)}};var Ms=class extends bs{constructor(e){super(),this.isLineBasicMaterial=!0,this.type="LineBasicMaterial",this.color=new Ye(16777215),this.map=null,this.linewidth=1,this.linecap="round",this.linejoin="round",this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.map=e.map,this.linewidth=e.linewidth,this.linecap=e.linecap,this.linejoin=e.linejoin,this.fog=e.fog,this}},Ec=new W,Cc=new W,kg=new ot,aa=new va,tc=new _s,Sd=new W,Og=new W,Rc=class extends Bn{constructor(e=new Kt,t=new Ms){super(),this.isLine=!0,this.type="Line",this.geometry=e,this.material=t,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.updateMorphTargets()}copy(e,t){return super.copy(e,t),e.morphTargetInfluences!==void 0?this.morphTargetInfluences=e.morphTargetInfluences.slice():this.morphTargetInfluences=void 0,e.morphTargetDictionary!==void 0?this.morphTargetDictionary=Object.assign({},e.morphTargetDictionary):this.morphTargetDictionary=void 0,this.material=Array.isArray(e.material)?e.material.slice():e.material,this.geometry=e.geometry,this}computeLineDistances(){let e=this.geometry;if(e.index===null){let t=e.attributes.position,n=[0];for(let s=1,r=t.count;s<r;s++)Ec.fromBufferAttribute(t,s-1),Cc.fromBufferAttribute(t,s),n[s]=n[s-1],n[s]+=Ec.distanceTo(Cc);e.setAttribute("lineDistance",new Ot(n,1))}else qe("Line.computeLineDistances(): Computation only possible with non-indexed BufferGeometry.");return this}intersectsFrustum(e){return e.intersectsObject(this)}raycast(e,t){let n=this.geometry,s=this.matrixWorld,r=e.params.Line.threshold,o=n.drawRange;if(n.boundingSphere===null&&n.computeBoundingSphere(),tc.copy(n.boundingSphere),tc.applyMatrix4(s),tc.radius+=r,e.ray.intersectsSphere(tc)===!1)return;kg.copy(s).invert(),aa.copy(e.ray).applyMatrix4(kg);let a=r/((this.scale.x+this.scale.y+this.scale.z)/3),l=a*a,c=this.isLineSegments?2:1,h=n.index,d=n.attributes.position;if(h!==null){let f=Math.max(0,o.start),p=Math.min(h.count,o.start+o.count);for(let x=f,m=p-1;x<m;x+=c){let g=h.getX(x),_=h.getX(x+1),E=nc(this,e,aa,l,g,_,x);E&&t.push(E)}if(this.isLineLoop){let x=h.getX(p-1),m=h.getX(f),g=nc(this,e,aa,l,x,m,p-1);g&&t.push(g)}}else{let f=Math.max(0,o.start),p=Math.min(d.count,o.start+o.count);for(let x=f,m=p-1;x<m;x+=c){let g=nc(this,e,aa,l,x,x+1,x);g&&t.push(g)}if(this.isLineLoop){let x=nc(this,e,aa,l,p-1,f,p-1);x&&t.push(x)}}}updateMorphTargets(){let t=this.geometry.morphAttributes,n=Object.keys(t);if(n.length>0){let s=t[n[0]];if(s!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,o=s.length;r<o;r++){let a=s[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=r}}}}};function nc(i,e,t,n,s,r,o){let a=i.geometry.attributes.position;if(Ec.fromBufferAttribute(a,s),Cc.fromBufferAttribute(a,r),t.distanceSqToSegment(Ec,Cc,Sd,Og)>n)return;Sd.applyMatrix4(i.matrixWorld);let c=e.ray.origin.distanceTo(Sd);if(!(c<e.near||c>e.far))return{distance:c,point:Og.clone().applyMatrix4(i.matrixWorld),index:o,face:null,faceIndex:null,barycoord:null,object:i}}var Bg=new W,zg=new W,Ys=class extends Rc{constructor(e,t){super(e,t),this.isLineSegments=!0,this.type="LineSegments"}computeLineDistances(){let e=this.geometry;if(e.index===null){let t=e.attributes.position,n=[];for(let s=0,r=t.count;s<r;s+=2)Bg.fromBufferAttribute(t,s),zg.fromBufferAttribute(t,s+1),n[s]=s===0?0:n[s-1],n[s+1]=n[s]+Bg.distanceTo(zg);e.setAttribute("lineDistance",new Ot(n,1))}else qe("LineSegments.computeLineDistances(): Computation only possible with non-indexed BufferGeometry.");return this}};var _a=class extends ei{constructor(e=[],t=Sr,n,s,r,o,a,l,c,h){super(e,t,n,s,r,o,a,l,c,h),this.isCubeTexture=!0,this.flipY=!1}get images(){return this.image}set images(e){this.image=e}};var ws=class extends ei{constructor(e,t,n=ki,s,r,o,a=Ln,l=Ln,c,h=vs,u=1){if(h!==vs&&h!==Ts)throw new Error("THREE.DepthTexture: format must be either THREE.DepthFormat or THREE.DepthStencilFormat");let d={width:e,height:t,depth:u};super(d,s,r,o,a,l,h,n,c),this.isDepthTexture=!0,this.flipY=!1,this.generateMipmaps=!1,this.compareFunction=null}copy(e){return super.copy(e),this.source=new _o(Object.assign({},e.image)),this.compareFunction=e.compareFunction,this}toJSON(e){let t=super.toJSON(e);return t.compareFunction=this.compareFunction,t}},ba=class extends ws{constructor(e,t=ki,n=Sr,s,r,o=Ln,a=Ln,l,c=vs){let h={width:e,height:e,depth:1},u=[h,h,h,h,h,h];super(e,e,t,n,s,r,o,a,l,c),this.image=u,this.isCubeDepthTexture=!0,this.isCubeTexture=!0}get images(){return this.image}set images(e){this.image=e}},Ma=class extends ei{constructor(e=null){super(),this.sourceTexture=e,this.isExternalTexture=!0}copy(e){return super.copy(e),this.sourceTexture=e.sourceTexture,this}},zn=class i extends Kt{constructor(e=1,t=1,n=1,s=1,r=1,o=1){super(),this.type="BoxGeometry",this.parameters={width:e,height:t,depth:n,widthSegments:s,heightSegments:r,depthSegments:o};let a=this;s=Math.floor(s),r=Math.floor(r),o=Math.floor(o);let l=[],c=[],h=[],u=[],d=0,f=0;p("z","y","x",-1,-1,n,t,e,o,r,0),p("z","y","x",1,-1,n,t,-e,o,r,1),p("x","z","y",1,1,e,n,t,s,o,2),p("x","z","y",1,-1,e,n,-t,s,o,3),p("x","y","z",1,-1,e,t,n,s,r,4),p("x","y","z",-1,-1,e,t,-n,s,r,5),this.setIndex(l),this.setAttribute("position",new Ot(c,3)),this.setAttribute("normal",new Ot(h,3)),this.setAttribute("uv",new Ot(u,2));function p(x,m,g,_,E,M,C,T,v,S,F){let I=M/v,L=C/S,O=M/2,z=C/2,N=T/2,H=v+1,X=S+1,V=0,le=0,Z=new W;for(let Q=0;Q<X;Q++){let se=Q*L-z;for(let de=0;de<H;de++){let ue=de*I-O;Z[x]=ue*_,Z[m]=se*E,Z[g]=N,c.push(Z.x,Z.y,Z.z),Z[x]=0,Z[m]=0,Z[g]=T>0?1:-1,h.push(Z.x,Z.y,Z.z),u.push(de/v),u.push(1-Q/S),V+=1}}for(let Q=0;Q<S;Q++)for(let se=0;se<v;se++){let de=d+se+H*Q,ue=d+se+H*(Q+1),ee=d+(se+1)+H*(Q+1),me=d+(se+1)+H*Q;l.push(de,ue,me),l.push(ue,ee,me),le+=6}a.addGroup(f,le,F),f+=le,d+=V}}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new i(e.width,e.height,e.depth,e.widthSegments,e.heightSegments,e.depthSegments)}},wa=class i extends Kt{constructor(e=1,t=1,n=4,s=8,r=1){super(),this.type="CapsuleGeometry",this.parameters={radius:e,height:t,capSegments:n,radialSegments:s,heightSegments:r},t=Math.max(0,t),n=Math.max(1,Math.floor(n)),s=Math.max(3,Math.floor(s)),r=Math.max(1,Math.floor(r));let o=[],a=[],l=[],c=[],h=t/2,u=Math.PI/2*e,d=t,f=2*u+d,p=n*2+r,x=s+1,m=new W,g=new W;for(let _=0;_<=p;_++){let E=0,M=0,C=0,T=0;if(_<=n){let F=_/n,I=F*Math.PI/2;M=-h-e*Math.cos(I),C=e*Math.sin(I),T=-e*Math.cos(I),E=F*u}else if(_<=n+r){let F=(_-n)/r;M=-h+F*t,C=e,T=0,E=u+F*d}else{let F=(_-n-r)/n,I=F*Math.PI/2;M=h+e*Math.sin(I),C=e*Math.cos(I),T=e*Math.sin(I),E=u+d+F*u}let v=Math.max(0,Math.min(1,E/f)),S=0;_===0?S=.5/s:_===p&&(S=-.5/s);for(let F=0;F<=s;F++){let I=F/s,L=I*Math.PI*2,O=Math.sin(L),z=Math.cos(L);g.x=-C*z,g.y=M,g.z=C*O,a.push(g.x,g.y,g.z),m.set(-C*z,T,C*O),m.normalize(),l.push(m.x,m.y,m.z),c.push(I+S,v)}if(_>0){let F=(_-1)*x;for(let I=0;I<s;I++){let L=F+I,O=F+I+1,z=_*x+I,N=_*x+I+1;o.push(L,O,z),o.push(O,N,z)}}}this.setIndex(o),this.setAttribute("position",new Ot(a,3)),this.setAttribute("normal",new Ot(l,3)),this.setAttribute("uv",new Ot(c,2))}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new i(e.radius,e.height,e.capSegments,e.radialSegments,e.heightSegments)}};var Zs=class i extends Kt{constructor(e=1,t=1,n=1,s=32,r=1,o=!1,a=0,l=Math.PI*2){super(),this.type="CylinderGeometry",this.parameters={radiusTop:e,radiusBottom:t,height:n,radialSegments:s,heightSegments:r,openEnded:o,thetaStart:a,thetaLength:l};let c=this;s=Math.floor(s),r=Math.floor(r);let h=[],u=[],d=[],f=[],p=0,x=[],m=n/2,g=0;_(),o===!1&&(e>0&&E(!0),t>0&&E(!1)),this.setIndex(h),this.setAttribute("position",new Ot(u,3)),this.setAttribute("normal",new Ot(d,3)),this.setAttribute("uv",new Ot(f,2));function _(){let M=new W,C=new W,T=0,v=(t-e)/n;for(let S=0;S<=r;S++){let F=[],I=S/r,L=I*(t-e)+e;for(let O=0;O<=s;O++){let z=O/s,N=z*l+a,H=Math.sin(N),X=Math.cos(N);C.x=L*H,C.y=-I*n+m,C.z=L*X,u.push(C.x,C.y,C.z),M.set(H,v,X).normalize(),d.push(M.x,M.y,M.z),f.push(z,1-I),F.push(p++)}x.push(F)}for(let S=0;S<s;S++)for(let F=0;F<r;F++){let I=x[F][S],L=x[F+1][S],O=x[F+1][S+1],z=x[F][S+1];(e>0||F!==0)&&(h.push(I,L,z),T+=3),(t>0||F!==r-1)&&(h.push(L,O,z),T+=3)}c.addGroup(g,T,0),g+=T}function E(M){let C=p,T=new et,v=new W,S=0,F=M===!0?e:t,I=M===!0?1:-1;for(let O=1;O<=s;O++)u.push(0,m*I,0),d.push(0,I,0),f.push(.5,.5),p++;let L=p;for(let O=0;O<=s;O++){let N=O/s*l+a,H=Math.cos(N),X=Math.sin(N);v.x=F*X,v.y=m*I,v.z=F*H,u.push(v.x,v.y,v.z),d.push(0,I,0),T.x=H*.5+.5,T.y=X*.5*I+.5,f.push(T.x,T.y),p++}for(let O=0;O<s;O++){let z=C+O,N=L+O;M===!0?h.push(N,N+1,z):h.push(N+1,N,z),S+=3}c.addGroup(g,S,M===!0?1:2),g+=S}}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new i(e.radiusTop,e.radiusBottom,e.height,e.radialSegments,e.heightSegments,e.openEnded,e.thetaStart,e.thetaLength)}},Sa=class i extends Zs{constructor(e=1,t=1,n=32,s=1,r=!1,o=0,a=Math.PI*2){super(0,e,t,n,s,r,o,a),this.type="ConeGeometry",this.parameters={radius:e,height:t,radialSegments:n,heightSegments:s,openEnded:r,thetaStart:o,thetaLength:a}}static fromJSON(e){return new i(e.radius,e.height,e.radialSegments,e.heightSegments,e.openEnded,e.thetaStart,e.thetaLength)}};var ic=new W,sc=new W,Ad=new W,rc=new gs,_r=class extends Kt{constructor(e=null,t=1){if(super(),this.type="EdgesGeometry",this.parameters={geometry:e,thresholdAngle:t},e!==null){let s=Math.pow(10,4),r=Math.cos(uc*t),o=e.getIndex(),a=e.getAttribute("position"),l=o?o.count:a.count,c=[0,0,0],h=["a","b","c"],u=new Array(3),d=new Map,f=[];for(let p=0;p<l;p+=3){o?(c[0]=o.getX(p),c[1]=o.getX(p+1),c[2]=o.getX(p+2)):(c[0]=p,c[1]=p+1,c[2]=p+2);let{a:x,b:m,c:g}=rc;if(x.fromBufferAttribute(a,c[0]),m.fromBufferAttribute(a,c[1]),g.fromBufferAttribute(a,c[2]),rc.getNormal(Ad),u[0]=`${Math.round(x.x*s)},${Math.round(x.y*s)},${Math.round(x.z*s)}`,u[1]=`${Math.round(m.x*s)},${Math.round(m.y*s)},${Math.round(m.z*s)}`,u[2]=`${Math.round(g.x*s)},${Math.round(g.y*s)},${Math.round(g.z*s)}`,!(u[0]===u[1]||u[1]===u[2]||u[2]===u[0]))for(let _=0;_<3;_++){let E=(_+1)%3,M=u[_],C=u[E],T=rc[h[_]],v=rc[h[E]],S=`${M}_${C}`,F=`${C}_${M}`,I=d.get(F);I?(Ad.dot(I.normal)<=r&&(f.push(T.x,T.y,T.z),f.push(v.x,v.y,v.z)),d.set(F,null)):d.has(S)||d.set(S,{index0:c[_],index1:c[E],normal:Ad.clone()})}}for(let p of d.values())if(p){let{index0:x,index1:m}=p;ic.fromBufferAttribute(a,x),sc.fromBufferAttribute(a,m),f.push(ic.x,ic.y,ic.z),f.push(sc.x,sc.y,sc.z)}this.setAttribute("position",new Ot(f,3))}}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}};var Js=class i extends Kt{constructor(e=[new et(0,-.5),new et(.5,0),new et(0,.5)],t=12,n=0,s=Math.PI*2){super(),this.type="LatheGeometry",this.parameters={points:e,segments:t,phiStart:n,phiLength:s},t=Math.floor(t),s=yt(s,0,Math.PI*2);let r=[],o=[],a=[],l=[],c=[],h=1/t,u=new W,d=new et,f=new W,p=new W,x=new W,m=0,g=0;for(let _=0;_<=e.length-1;_++)switch(_){case 0:m=e[_+1].x-e[_].x,g=e[_+1].y-e[_].y,f.x=g*1,f.y=-m,f.z=g*0,x.copy(f),f.normalize(),l.push(f.x,f.y,f.z);break;case e.length-1:x.normalize(),l.push(x.x,x.y,x.z);break;default:m=e[_+1].x-e[_].x,g=e[_+1].y-e[_].y,f.x=g*1,f.y=-m,f.z=g*0,p.copy(f),f.x+=x.x,f.y+=x.y,f.z+=x.z,f.normalize(),l.push(f.x,f.y,f.z),x.copy(p)}for(let _=0;_<=t;_++){let E=n+_*h*s,M=Math.sin(E),C=Math.cos(E);for(let T=0;T<=e.length-1;T++){u.x=e[T].x*M,u.y=e[T].y,u.z=e[T].x*C,o.push(u.x,u.y,u.z),d.x=_/t,d.y=T/(e.length-1),a.push(d.x,d.y);let v=l[3*T+0]*M,S=l[3*T+1],F=l[3*T+0]*C;c.push(v,S,F)}}for(let _=0;_<t;_++)for(let E=0;E<e.length-1;E++){let M=E+_*e.length,C=M,T=M+e.length,v=M+e.length+1,S=M+1;r.push(C,T,S),r.push(v,S,T)}this.setIndex(r),this.setAttribute("position",new Ot(o,3)),this.setAttribute("uv",new Ot(a,2)),this.setAttribute("normal",new Ot(c,3))}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new i(e.points,e.segments,e.phiStart,e.phiLength)}};var br=class i extends Kt{constructor(e=1,t=1,n=1,s=1){super(),this.type="PlaneGeometry",this.parameters={width:e,height:t,widthSegments:n,heightSegments:s};let r=e/2,o=t/2,a=Math.floor(n),l=Math.floor(s),c=a+1,h=l+1,u=e/a,d=t/l,f=[],p=[],x=[],m=[];for(let g=0;g<h;g++){let _=g*d-o;for(let E=0;E<c;E++){let M=E*u-r;p.push(M,-_,0),x.push(0,0,1),m.push(E/a),m.push(1-g/l)}}for(let g=0;g<l;g++)for(let _=0;_<a;_++){let E=_+c*g,M=_+c*(g+1),C=_+1+c*(g+1),T=_+1+c*g;f.push(E,M,T),f.push(M,C,T)}this.setIndex(f),this.setAttribute("position",new Ot(p,3)),this.setAttribute("normal",new Ot(x,3)),this.setAttribute("uv",new Ot(m,2))}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new i(e.width,e.height,e.widthSegments,e.heightSegments)}};var Ss=class i extends Kt{constructor(e=1,t=32,n=16,s=0,r=Math.PI*2,o=0,a=Math.PI){super(),this.type="SphereGeometry",this.parameters={radius:e,widthSegments:t,heightSegments:n,phiStart:s,phiLength:r,thetaStart:o,thetaLength:a},t=Math.max(3,Math.floor(t)),n=Math.max(2,Math.floor(n));let l=Math.min(o+a,Math.PI),c=0,h=[],u=new W,d=new W,f=[],p=[],x=[],m=[];for(let g=0;g<=n;g++){let _=[],E=g/n,M=o+E*a,C=e*Math.cos(M),T=Math.sqrt(e*e-C*C),v=0;g===0&&o===0?v=.5/t:g===n&&l===Math.PI&&(v=-.5/t);for(let S=0;S<=t;S++){let F=S/t,I=s+F*r;u.x=-T*Math.cos(I),u.y=C,u.z=T*Math.sin(I),p.push(u.x,u.y,u.z),d.copy(u).normalize(),x.push(d.x,d.y,d.z),m.push(F+v,1-E),_.push(c++)}h.push(_)}for(let g=0;g<n;g++)for(let _=0;_<t;_++){let E=h[g][_+1],M=h[g][_],C=h[g+1][_],T=h[g+1][_+1];(g!==0||o>0)&&f.push(E,M,T),(g!==n-1||l<Math.PI)&&f.push(M,C,T)}this.setIndex(f),this.setAttribute("position",new Ot(p,3)),this.setAttribute("normal",new Ot(x,3)),this.setAttribute("uv",new Ot(m,2))}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new i(e.radius,e.widthSegments,e.heightSegments,e.phiStart,e.phiLength,e.thetaStart,e.thetaLength)}};function Tr(i){let e={};for(let t in i){e[t]={};for(let n in i[t]){let s=i[t][n];if(Vg(s))s.isRenderTargetTexture?(qe("UniformsUtils: Textures of render targets cannot be cloned via cloneUniforms() or mergeUniforms()."),e[t][n]=null):e[t][n]=s.clone();else if(Array.isArray(s))if(Vg(s[0])){let r=[];for(let o=0,a=s.length;o<a;o++)r[o]=s[o].clone();e[t][n]=r}else e[t][n]=s.slice();else e[t][n]=s}}return e}function Gn(i){let e={};for(let t=0;t<i.length;t++){let n=Tr(i[t]);for(let s in n)e[s]=n[s]}return e}function Vg(i){return i&&(i.isColor||i.isMatrix3||i.isMatrix4||i.isVector2||i.isVector3||i.isVector4||i.isTexture||i.isQuaternion)}function U_(i){let e=[];for(let t=0;t<i.length;t++)e.push(i[t].clone());return e}function af(i){let e=i.getRenderTarget();return e===null?i.outputColorSpace:e.isXRRenderTarget===!0?e.texture.colorSpace:mt.workingColorSpace}var N0={clone:Tr,merge:Gn},k_=`void main() {
	gl_Position = projectionMatrix * modelViewMatrix * vec4( position, 1.0 );
}`,O_=`void main() {
	gl_FragColor = vec4( 1.0, 0.0, 0.0, 1.0 );
}`,Mi=class extends bs{constructor(e){super(),this.isShaderMaterial=!0,this.type="ShaderMaterial",this.defines={},this.uniforms={},this.uniformsGroups=[],this.vertexShader=k_,this.fragmentShader=O_,this.linewidth=1,this.wireframe=!1,this.wireframeLinewidth=1,this.fog=!1,this.lights=!1,this.clipping=!1,this.forceSinglePass=!0,this.extensions={clipCullDistance:!1,multiDraw:!1},this.defaultAttributeValues={color:[1,1,1],uv:[0,0],uv1:[0,0]},this.index0AttributeName=void 0,this.uniformsNeedUpdate=!1,this.glslVersion=null,e!==void 0&&this.setValues(e)}copy(e){return super.copy(e),this.fragmentShader=e.fragmentShader,this.vertexShader=e.vertexShader,this.uniforms=Tr(e.uniforms),this.uniformsGroups=U_(e.uniformsGroups),this.defines=Object.assign({},e.defines),this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.fog=e.fog,this.lights=e.lights,this.clipping=e.clipping,this.extensions=Object.assign({},e.extensions),this.glslVersion=e.glslVersion,this.defaultAttributeValues=Object.assign({},e.defaultAttributeValues),this.index0AttributeName=e.index0AttributeName,this.uniformsNeedUpdate=e.uniformsNeedUpdate,this}toJSON(e){let t=super.toJSON(e);t.glslVersion=this.glslVersion,t.uniforms={};for(let s in this.uniforms){let o=this.uniforms[s].value;o&&o.isTexture?t.uniforms[s]={type:"t",value:o.toJSON(e).uuid}:o&&o.isColor?t.uniforms[s]={type:"c",value:o.getHex()}:o&&o.isVector2?t.uniforms[s]={type:"v2",value:o.toArray()}:o&&o.isVector3?t.uniforms[s]={type:"v3",value:o.toArray()}:o&&o.isVector4?t.uniforms[s]={type:"v4",value:o.toArray()}:o&&o.isMatrix3?t.uniforms[s]={type:"m3",value:o.toArray()}:o&&o.isMatrix4?t.uniforms[s]={type:"m4",value:o.toArray()}:t.uniforms[s]={value:o}}Object.keys(this.defines).length>0&&(t.defines=this.defines),t.vertexShader=this.vertexShader,t.fragmentShader=this.fragmentShader,t.lights=this.lights,t.clipping=this.clipping;let n={};for(let s in this.extensions)this.extensions[s]===!0&&(n[s]=!0);return Object.keys(n).length>0&&(t.extensions=n),t}fromJSON(e,t){if(super.fromJSON(e,t),e.uniforms!==void 0)for(let n in e.uniforms){let s=e.uniforms[n];switch(this.uniforms[n]={},s.type){case"t":this.uniforms[n].value=t[s.value]||null;break;case"c":this.uniforms[n].value=new Ye().setHex(s.value);break;case"v2":this.uniforms[n].value=new et().fromArray(s.value);break;case"v3":this.uniforms[n].value=new W().fromArray(s.value);break;case"v4":this.uniforms[n].value=new Zt().fromArray(s.value);break;case"m3":this.uniforms[n].value=new tt().fromArray(s.value);break;case"m4":this.uniforms[n].value=new ot().fromArray(s.value);break;default:this.uniforms[n].value=s.value}}if(e.defines!==void 0&&(this.defines=e.defines),e.vertexShader!==void 0&&(this.vertexShader=e.vertexShader),e.fragmentShader!==void 0&&(this.fragmentShader=e.fragmentShader),e.glslVersion!==void 0&&(this.glslVersion=e.glslVersion),e.extensions!==void 0)for(let n in e.extensions)this.extensions[n]=e.extensions[n];return e.lights!==void 0&&(this.lights=e.lights),e.clipping!==void 0&&(this.clipping=e.clipping),this}},Pc=class extends Mi{constructor(e){super(e),this.isRawShaderMaterial=!0,this.type="RawShaderMaterial"}};var Ui=class extends bs{constructor(e){super(),this.isMeshLambertMaterial=!0,this.type="MeshLambertMaterial",this.color=new Ye(16777215),this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.emissive=new Ye(0),this.emissiveIntensity=1,this.emissiveMap=null,this.bumpMap=null,this.bumpScale=1,this.normalMap=null,this.normalMapType=Lh,this.normalScale=new et(1,1),this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.specularMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new ys,this.combine=Xc,this.reflectivity=1,this.envMapIntensity=1,this.refractionRatio=.98,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.flatShading=!1,this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.map=e.map,this.lightMap=e.lightMap,this.lightMapIntensity=e.lightMapIntensity,this.aoMap=e.aoMap,this.aoMapIntensity=e.aoMapIntensity,this.emissive.copy(e.emissive),this.emissiveMap=e.emissiveMap,this.emissiveIntensity=e.emissiveIntensity,this.bumpMap=e.bumpMap,this.bumpScale=e.bumpScale,this.normalMap=e.normalMap,this.normalMapType=e.normalMapType,this.normalScale.copy(e.normalScale),this.displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this.specularMap=e.specularMap,this.alphaMap=e.alphaMap,this.envMap=e.envMap,this.envMapRotation.copy(e.envMapRotation),this.combine=e.combine,this.reflectivity=e.reflectivity,this.envMapIntensity=e.envMapIntensity,this.refractionRatio=e.refractionRatio,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.wireframeLinecap=e.wireframeLinecap,this.wireframeLinejoin=e.wireframeLinejoin,this.flatShading=e.flatShading,this.fog=e.fog,this}},Ic=class extends bs{constructor(e){super(),this.isMeshDepthMaterial=!0,this.type="MeshDepthMaterial",this.depthPacking=v0,this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.wireframe=!1,this.wireframeLinewidth=1,this.setValues(e)}copy(e){return super.copy(e),this.depthPacking=e.depthPacking,this.map=e.map,this.alphaMap=e.alphaMap,this.displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this}},Lc=class extends bs{constructor(e){super(),this.isMeshDistanceMaterial=!0,this.type="MeshDistanceMaterial",this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.setValues(e)}copy(e){return super.copy(e),this.map=e.map,this.alphaMap=e.alphaMap,this.displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this}};function fo(i,e){return!i||i.constructor===e?i:typeof e.BYTES_PER_ELEMENT=="number"?new e(i):Array.prototype.slice.call(i)}function oc(i){return i!==void 0&&i.inTangents!==void 0&&i.outTangents!==void 0}var Ks=class{constructor(e,t,n,s){this.parameterPositions=e,this._cachedIndex=0,this.resultBuffer=s!==void 0?s:new t.constructor(n),this.sampleValues=t,this.valueSize=n,this.settings=null,this.DefaultSettings_={}}evaluate(e){let t=this.parameterPositions,n=this._cachedIndex,s=t[n],r=t[n-1];n:{e:{let o;t:{i:if(!(e<s)){for(let a=n+2;;){if(s===void 0){if(e<r)break i;return n=t.length,this._cachedIndex=n,this.copySampleValue_(n-1)}if(n===a)break;if(r=s,s=t[++n],e<s)break e}o=t.length;break t}if(!(e>=r)){let a=t[1];e<a&&(n=2,r=a);for(let l=n-2;;){if(r===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(n===l)break;if(s=r,r=t[--n-1],e>=r)break e}o=n,n=0;break t}break n}for(;n<o;){let a=n+o>>>1;e<t[a]?o=a:n=a+1}if(s=t[n],r=t[n-1],r===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(s===void 0)return n=t.length,this._cachedIndex=n,this.copySampleValue_(n-1)}this._cachedIndex=n,this.intervalChanged_(n,r,s)}return this.interpolate_(n,r,e,s)}getSettings_(){return this.settings||this.DefaultSettings_}copySampleValue_(e){let t=this.resultBuffer,n=this.sampleValues,s=this.valueSize,r=e*s;for(let o=0;o!==s;++o)t[o]=n[r+o];return t}interpolate_(){throw new Error("THREE.Interpolant: Call to abstract method.")}intervalChanged_(){}},Nc=class extends Ks{constructor(e,t,n,s){super(e,t,n,s),this._weightPrev=-0,this._offsetPrev=-0,this._weightNext=-0,this._offsetNext=-0,this.DefaultSettings_={endingStart:Cd,endingEnd:Cd}}intervalChanged_(e,t,n){let s=this.parameterPositions,r=e-2,o=e+1,a=s[r],l=s[o];if(a===void 0)switch(this.getSettings_().endingStart){case Rd:r=e,a=2*t-n;break;case Pd:r=s.length-2,a=t+s[r]-s[r+1];break;default:r=e,a=n}if(l===void 0)switch(this.getSettings_().endingEnd){case Rd:o=e,l=2*n-t;break;case Pd:o=1,l=n+s[1]-s[0];break;default:o=e-1,l=t}let c=(n-t)*.5,h=this.valueSize;this._weightPrev=c/(t-a),this._weightNext=c/(l-n),this._offsetPrev=r*h,this._offsetNext=o*h}interpolate_(e,t,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=e*a,c=l-a,h=this._offsetPrev,u=this._offsetNext,d=this._weightPrev,f=this._weightNext,p=(n-t)/(s-t),x=p*p,m=x*p,g=-d*m+2*d*x-d*p,_=(1+d)*m+(-1.5-2*d)*x+(-.5+d)*p+1,E=(-1-f)*m+(1.5+f)*x+.5*p,M=f*m-f*x;for(let C=0;C!==a;++C)r[C]=g*o[h+C]+_*o[c+C]+E*o[l+C]+M*o[u+C];return r}},Dc=class extends Ks{constructor(e,t,n,s){super(e,t,n,s)}interpolate_(e,t,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=e*a,c=l-a,h=(n-t)/(s-t),u=1-h;for(let d=0;d!==a;++d)r[d]=o[c+d]*u+o[l+d]*h;return r}},Fc=class extends Ks{constructor(e,t,n,s){super(e,t,n,s)}interpolate_(e){return this.copySampleValue_(e-1)}},Uc=class extends Ks{interpolate_(e,t,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=e*a,c=l-a,h=this.inTangents,u=this.outTangents;if(!h||!u){let p=(n-t)/(s-t),x=1-p;for(let m=0;m!==a;++m)r[m]=o[c+m]*x+o[l+m]*p;return r}let d=a*2,f=e-1;for(let p=0;p!==a;++p){let x=o[c+p],m=o[l+p],g=f*d+p*2,_=u[g],E=u[g+1],M=e*d+p*2,C=h[M],T=h[M+1],v=z_(n,t,_,C,s);r[p]=D0(v,x,E,T,m)}return r}};function D0(i,e,t,n,s){let r=1-i;return r*r*r*e+3*r*r*i*t+3*r*i*i*n+i*i*i*s}function B_(i,e,t,n,s){let r=1-i;return 3*r*r*(t-e)+6*r*i*(n-t)+3*i*i*(s-n)}function z_(i,e,t,n,s){let r=(i-e)/(s-e);for(let o=0;o<8;o++){let a=D0(r,e,t,n,s)-i;if(Math.abs(a)<1e-10)break;let l=B_(r,e,t,n,s);if(Math.abs(l)<1e-10)break;r=Math.max(0,Math.min(1,r-a/l))}return r}var pi=class{constructor(e,t,n,s){if(e===void 0)throw new Error("THREE.KeyframeTrack: track name is undefined");if(t===void 0||t.length===0)throw new Error("THREE.KeyframeTrack: no keyframes in track named "+e);this.name=e,this.times=fo(t,this.TimeBufferType),this.values=fo(n,this.ValueBufferType),this.setInterpolation(s||this.DefaultInterpolation)}static toJSON(e){let t=e.constructor,n;if(t.toJSON!==this.toJSON)n=t.toJSON(e);else{n={name:e.name,times:fo(e.times,Array),values:fo(e.values,Array)};let s=e.getInterpolation();s!==e.DefaultInterpolation&&(n.interpolation=s),oc(e.settings)&&(n.settings={inTangents:fo(e.settings.inTangents,Array),outTangents:fo(e.settings.outTangents,Array)})}return n.type=e.ValueTypeName,n}InterpolantFactoryMethodDiscrete(e){return new Fc(this.times,this.values,this.getValueSize(),e)}InterpolantFactoryMethodLinear(e){return new Dc(this.times,this.values,this.getValueSize(),e)}InterpolantFactoryMethodSmooth(e){return new Nc(this.times,this.values,this.getValueSize(),e)}InterpolantFactoryMethodBezier(e){let t=new Uc(this.times,this.values,this.getValueSize(),e);return this.settings&&(t.inTangents=this.settings.inTangents,t.outTangents=this.settings.outTangents),t}setInterpolation(e){let t;switch(e){case ca:t=this.InterpolantFactoryMethodDiscrete;break;case bc:t=this.InterpolantFactoryMethodLinear;break;case cc:t=this.InterpolantFactoryMethodSmooth;break;case Ed:t=this.InterpolantFactoryMethodBezier;break}if(t===void 0){let n="unsupported interpolation for "+this.ValueTypeName+" keyframe track named "+this.name;if(this.createInterpolant===void 0)if(e!==this.DefaultInterpolation)this.setInterpolation(this.DefaultInterpolation);else throw new Error(n);return qe("KeyframeTrack:",n),this}return this.createInterpolant=t,this}getInterpolation(){switch(this.createInterpolant){case this.InterpolantFactoryMethodDiscrete:return ca;case this.InterpolantFactoryMethodLinear:return bc;case this.InterpolantFactoryMethodSmooth:return cc;case this.InterpolantFactoryMethodBezier:return Ed}}getValueSize(){return this.values.length/this.times.length}shift(e){if(e!==0){let t=this.times;for(let n=0,s=t.length;n!==s;++n)t[n]+=e;oc(this.settings)&&(Gg(this.settings.inTangents,e),Gg(this.settings.outTangents,e))}return this}scale(e){if(e!==1){let t=this.times;for(let n=0,s=t.length;n!==s;++n)t[n]*=e;oc(this.settings)&&(Hg(this.settings.inTangents,e),Hg(this.settings.outTangents,e))}return this}trim(e,t){let n=this.times,s=n.length,r=0,o=s-1;for(;r!==s&&n[r]<e;)++r;for(;o!==-1&&n[o]>t;)--o;if(++o,r!==0||o!==s){r>=o&&(o=Math.max(o,1),r=o-1);let a=this.getValueSize();this.times=n.slice(r,o),this.values=this.values.slice(r*a,o*a)}return this}validate(){let e=!0,t=this.getValueSize();t-Math.floor(t)!==0&&(Qe("KeyframeTrack: Invalid value size in track.",this),e=!1);let n=this.times,s=this.values,r=n.length;r===0&&(Qe("KeyframeTrack: Track is empty.",this),e=!1);let o=null;for(let a=0;a!==r;a++){let l=n[a];if(typeof l=="number"&&isNaN(l)){Qe("KeyframeTrack: Time is not a valid number.",this,a,l),e=!1;break}if(o!==null&&o>l){Qe("KeyframeTrack: Out of order keys.",this,a,l,o),e=!1;break}o=l}if(s!==void 0&&f_(s))for(let a=0,l=s.length;a!==l;++a){let c=s[a];if(isNaN(c)){Qe("KeyframeTrack: Value is not a valid number.",this,a,c),e=!1;break}}return e}optimize(){let e=this.times.slice(),t=this.values.slice(),n=this.getValueSize(),s=this.getInterpolation()===cc,r=e.length-1,o=1;for(let a=1;a<r;++a){let l=!1,c=e[a],h=e[a+1];if(c!==h&&(a!==1||c!==e[0]))if(s)l=!0;else{let u=a*n,d=u-n,f=u+n;for(let p=0;p!==n;++p){let x=t[u+p];if(x!==t[d+p]||x!==t[f+p]){l=!0;break}}}if(l){if(a!==o){e[o]=e[a];let u=a*n,d=o*n;for(let f=0;f!==n;++f)t[d+f]=t[u+f]}++o}}if(r>0){e[o]=e[r];for(let a=r*n,l=o*n,c=0;c!==n;++c)t[l+c]=t[a+c];++o}return o!==e.length?(this.times=e.slice(0,o),this.values=t.slice(0,o*n)):(this.times=e,this.values=t),this}clone(){let e=this.times.slice(),t=this.values.slice(),n=this.constructor,s=new n(this.name,e,t);return s.createInterpolant=this.createInterpolant,oc(this.settings)&&(s.settings={inTangents:this.settings.inTangents.slice(),outTangents:this.settings.outTangents.slice()}),s}};function Gg(i,e){for(let t=0,n=i.length;t!==n;t+=2)i[t]+=e}function Hg(i,e){for(let t=0,n=i.length;t!==n;t+=2)i[t]*=e}pi.prototype.ValueTypeName="";pi.prototype.TimeBufferType=Float32Array;pi.prototype.ValueBufferType=Float32Array;pi.prototype.DefaultInterpolation=bc;var js=class extends pi{constructor(e,t,n){super(e,t,n)}};js.prototype.ValueTypeName="bool";js.prototype.ValueBufferType=Array;js.prototype.DefaultInterpolation=ca;js.prototype.InterpolantFactoryMethodLinear=void 0;js.prototype.InterpolantFactoryMethodSmooth=void 0;var kc=class extends pi{constructor(e,t,n,s){super(e,t,n,s)}};kc.prototype.ValueTypeName="color";var Oc=class extends pi{constructor(e,t,n,s){super(e,t,n,s)}};Oc.prototype.ValueTypeName="number";var Bc=class extends Ks{constructor(e,t,n,s){super(e,t,n,s)}interpolate_(e,t,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=(n-t)/(s-t),c=e*a;for(let h=c+a;c!==h;c+=4)on.slerpFlat(r,0,o,c-a,o,c,l);return r}},Aa=class extends pi{constructor(e,t,n,s){super(e,t,n,s)}InterpolantFactoryMethodLinear(e){return new Bc(this.times,this.values,this.getValueSize(),e)}};Aa.prototype.ValueTypeName="quaternion";Aa.prototype.InterpolantFactoryMethodSmooth=void 0;var Qs=class extends pi{constructor(e,t,n){super(e,t,n)}};Qs.prototype.ValueTypeName="string";Qs.prototype.ValueBufferType=Array;Qs.prototype.DefaultInterpolation=ca;Qs.prototype.InterpolantFactoryMethodLinear=void 0;Qs.prototype.InterpolantFactoryMethodSmooth=void 0;var zc=class extends pi{constructor(e,t,n,s){super(e,t,n,s)}};zc.prototype.ValueTypeName="vector";var Vc=class{constructor(e,t,n){let s=this,r=!1,o=0,a=0,l,c=[];this.onStart=void 0,this.onLoad=e,this.onProgress=t,this.onError=n,this._abortController=null,this.itemStart=function(h){a++,r===!1&&s.onStart!==void 0&&s.onStart(h,o,a),r=!0},this.itemEnd=function(h){o++,s.onProgress!==void 0&&s.onProgress(h,o,a),o===a&&(r=!1,s.onLoad!==void 0&&s.onLoad())},this.itemError=function(h){s.onError!==void 0&&s.onError(h)},this.resolveURL=function(h){return h=h.normalize("NFC"),l?l(h):h},this.setURLModifier=function(h){return l=h,this},this.addHandler=function(h,u){return c.push(h,u),this},this.removeHandler=function(h){let u=c.indexOf(h);return u!==-1&&c.splice(u,2),this},this.getHandler=function(h){for(let u=0,d=c.length;u<d;u+=2){let f=c[u],p=c[u+1];if(f.global&&(f.lastIndex=0),f.test(h))return p}return null},this.abort=function(){return this.abortController.abort(),this._abortController=null,this}}get abortController(){return this._abortController||(this._abortController=new AbortController),this._abortController}},F0=new Vc,Gc=class{constructor(e){this.manager=e!==void 0?e:F0,this.crossOrigin="anonymous",this.withCredentials=!1,this.path="",this.resourcePath="",this.requestHeader={},this.priority="auto",this.cache="default",typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}load(){}loadAsync(e,t){let n=this;return new Promise(function(s,r){n.load(e,s,t,r)})}parse(){}setCrossOrigin(e){return this.crossOrigin=e,this}setWithCredentials(e){return this.withCredentials=e,this}setPath(e){return this.path=e,this}setResourcePath(e){return this.resourcePath=e,this}setRequestHeader(e){return this.requestHeader=e,this}setPriority(e){return this.priority=e,this}setCache(e){return this.cache=e,this}abort(){return this}};Gc.DEFAULT_MATERIAL_NAME="__DEFAULT";var Ta=class extends Bn{static registerNode(e){this.prototype._lightNode=e}constructor(e,t=1){super(),this.isLight=!0,this.type="Light",this.color=new Ye(e),this.intensity=t}copy(e,t){return super.copy(e,t),this.color.copy(e.color),this.intensity=e.intensity,this}toJSON(e){let t=super.toJSON(e);return t.object.color=this.color.getHex(),t.object.intensity=this.intensity,t}};var Td=new ot,Wg=new W,Xg=new W,Hc=class{constructor(e){this.camera=e,this.intensity=1,this.bias=0,this.biasNode=null,this.normalBias=0,this.radius=1,this.blurSamples=8,this.mapSize=new et(512,512),this.mapType=ti,this.map=null,this.mapPass=null,this.matrix=new ot,this.autoUpdate=!0,this.needsUpdate=!1,this._frustum=new qs,this._frameExtents=new et(1,1),this._viewportCount=1,this._viewports=[new Zt(0,0,1,1)]}getViewportCount(){return this._viewportCount}getCamera(){return this.camera}getFrustum(){return this._frustum}updateMatrices(e){let t=this.camera;Wg.setFromMatrixPosition(e.matrixWorld),t.position.copy(Wg),Xg.setFromMatrixPosition(e.target.matrixWorld),t.lookAt(Xg),t.updateMatrixWorld(),this._updateMatrix(t,this.matrix,this._frustum)}_updateMatrix(e,t,n,s){Td.multiplyMatrices(e.projectionMatrix,e.matrixWorldInverse),n.setFromProjectionMatrix(Td,e.coordinateSystem,e.reversedDepth);let r=this._frameExtents,o=s?s.z/r.x:1,a=s?s.w/r.y:1,l=s?s.x/r.x:0,c=s?s.y/r.y:0;e.coordinateSystem===vo||e.reversedDepth?t.set(.5*o,0,0,.5*o+l,0,.5*a,0,.5*a+c,0,0,1,0,0,0,0,1):t.set(.5*o,0,0,.5*o+l,0,.5*a,0,.5*a+c,0,0,.5,.5,0,0,0,1),t.multiply(Td)}getViewport(e){return this._viewports[e]}getFrameExtents(){return this._frameExtents}dispose(){this.map&&this.map.dispose(),this.mapPass&&this.mapPass.dispose()}copy(e){return this.camera=e.camera.clone(),this.intensity=e.intensity,this.bias=e.bias,this.radius=e.radius,this.autoUpdate=e.autoUpdate,this.needsUpdate=e.needsUpdate,this.normalBias=e.normalBias,this.blurSamples=e.blurSamples,this.mapSize.copy(e.mapSize),this.mapType=e.mapType,this.biasNode=e.biasNode,this}clone(){return new this.constructor().copy(this)}toJSON(){let e={};return e.intensity=this.intensity,e.bias=this.bias,e.normalBias=this.normalBias,e.radius=this.radius,e.blurSamples=this.blurSamples,e.mapSize=this.mapSize.toArray(),e.mapType=this.mapType,e.camera=this.camera.toJSON(!1).object,delete e.camera.matrix,e}},ac=new W,lc=new on,Ki=new W,Ea=class extends Bn{constructor(){super(),this.isCamera=!0,this.type="Camera",this.matrixWorldInverse=new ot,this.projectionMatrix=new ot,this.projectionMatrixInverse=new ot,this.coordinateSystem=bi,this._reversedDepth=!1}get reversedDepth(){return this._reversedDepth}copy(e,t){return super.copy(e,t),this.matrixWorldInverse.copy(e.matrixWorldInverse),this.projectionMatrix.copy(e.projectionMatrix),this.projectionMatrixInverse.copy(e.projectionMatrixInverse),this.coordinateSystem=e.coordinateSystem,this}getWorldDirection(e){return super.getWorldDirection(e).negate()}updateMatrixWorld(e){super.updateMatrixWorld(e),this.matrixWorld.decompose(ac,lc,Ki),Ki.x===1&&Ki.y===1&&Ki.z===1?this.matrixWorldInverse.copy(this.matrixWorld).invert():this.matrixWorldInverse.compose(ac,lc,Ki.set(1,1,1)).invert()}updateWorldMatrix(e,t,n=!1){super.updateWorldMatrix(e,t,n),this.matrixWorld.decompose(ac,lc,Ki),Ki.x===1&&Ki.y===1&&Ki.z===1?this.matrixWorldInverse.copy(this.matrixWorld).invert():this.matrixWorldInverse.compose(ac,lc,Ki.set(1,1,1)).invert()}clone(){return new this.constructor().copy(this)}},Xs=new W,$g=new et,qg=new et,Kn=class extends Ea{constructor(e=50,t=1,n=.1,s=2e3){super(),this.isPerspectiveCamera=!0,this.type="PerspectiveCamera",this.fov=e,this.zoom=1,this.near=n,this.far=s,this.focus=10,this.aspect=t,this.view=null,this.filmGauge=35,this.filmOffset=0,this.updateProjectionMatrix()}copy(e,t){return super.copy(e,t),this.fov=e.fov,this.zoom=e.zoom,this.near=e.near,this.far=e.far,this.focus=e.focus,this.aspect=e.aspect,this.view=e.view===null?null:Object.assign({},e.view),this.filmGauge=e.filmGauge,this.filmOffset=e.filmOffset,this}setFocalLength(e){let t=.5*this.getFilmHeight()/e;this.fov=Mc*2*Math.atan(t),this.updateProjectionMatrix()}getFocalLength(){let e=Math.tan(uc*.5*this.fov);return .5*this.getFilmHeight()/e}getEffectiveFOV(){return Mc*2*Math.atan(Math.tan(uc*.5*this.fov)/this.zoom)}getFilmWidth(){return this.filmGauge*Math.min(this.aspect,1)}getFilmHeight(){return this.filmGauge/Math.max(this.aspect,1)}getViewBounds(e,t,n){Xs.set(-1,-1,.5).applyMatrix4(this.projectionMatrixInverse),t.set(Xs.x,Xs.y).multiplyScalar(-e/Xs.z),Xs.set(1,1,.5).applyMatrix4(this.projectionMatrixInverse),n.set(Xs.x,Xs.y).multiplyScalar(-e/Xs.z)}getViewSize(e,t){return this.getViewBounds(e,$g,qg),t.subVectors(qg,$g)}setViewOffset(e,t,n,s,r,o){this.aspect=e/t,this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=e,this.view.fullHeight=t,this.view.offsetX=n,this.view.offsetY=s,this.view.width=r,this.view.height=o,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let e=this.near,t=e*Math.tan(uc*.5*this.fov)/this.zoom,n=2*t,s=this.aspect*n,r=-.5*s,o=this.view;if(this.view!==null&&this.view.enabled){let l=o.fullWidth,c=o.fullHeight;r+=o.offsetX*s/l,t-=o.offsetY*n/c,s*=o.width/l,n*=o.height/c}let a=this.filmOffset;a!==0&&(r+=e*a/this.getFilmWidth()),this.projectionMatrix.makePerspective(r,r+s,t,t-n,e,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(e){let t=super.toJSON(e);return t.object.fov=this.fov,t.object.zoom=this.zoom,t.object.near=this.near,t.object.far=this.far,t.object.focus=this.focus,t.object.aspect=this.aspect,this.view!==null&&(t.object.view=Object.assign({},this.view)),t.object.filmGauge=this.filmGauge,t.object.filmOffset=this.filmOffset,t}};var Ca=class extends Ea{constructor(e=-1,t=1,n=1,s=-1,r=.1,o=2e3){super(),this.isOrthographicCamera=!0,this.type="OrthographicCamera",this.zoom=1,this.view=null,this.left=e,this.right=t,this.top=n,this.bottom=s,this.near=r,this.far=o,this.updateProjectionMatrix()}copy(e,t){return super.copy(e,t),this.left=e.left,this.right=e.right,this.top=e.top,this.bottom=e.bottom,this.near=e.near,this.far=e.far,this.zoom=e.zoom,this.view=e.view===null?null:Object.assign({},e.view),this}setViewOffset(e,t,n,s,r,o){this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=e,this.view.fullHeight=t,this.view.offsetX=n,this.view.offsetY=s,this.view.width=r,this.view.height=o,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let e=(this.right-this.left)/(2*this.zoom),t=(this.top-this.bottom)/(2*this.zoom),n=(this.right+this.left)/2,s=(this.top+this.bottom)/2,r=n-e,o=n+e,a=s+t,l=s-t;if(this.view!==null&&this.view.enabled){let c=(this.right-this.left)/this.view.fullWidth/this.zoom,h=(this.top-this.bottom)/this.view.fullHeight/this.zoom;r+=c*this.view.offsetX,o=r+c*this.view.width,a-=h*this.view.offsetY,l=a-h*this.view.height}this.projectionMatrix.makeOrthographic(r,o,a,l,this.near,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(e){let t=super.toJSON(e);return t.object.zoom=this.zoom,t.object.left=this.left,t.object.right=this.right,t.object.top=this.top,t.object.bottom=this.bottom,t.object.near=this.near,t.object.far=this.far,this.view!==null&&(t.object.view=Object.assign({},this.view)),t}},Id=class extends Hc{constructor(){super(new Ca(-5,5,5,-5,.5,500)),this.isDirectionalLightShadow=!0}},Ra=class extends Ta{constructor(e,t){super(e,t),this.isDirectionalLight=!0,this.type="DirectionalLight",this.position.copy(Bn.DEFAULT_UP),this.updateMatrix(),this.target=new Bn,this.shadow=new Id}dispose(){super.dispose(),this.shadow.dispose()}copy(e){return super.copy(e),this.target=e.target.clone(),this.shadow=e.shadow.clone(),this}toJSON(e){let t=super.toJSON(e);return t.object.shadow=this.shadow.toJSON(),t.object.target=this.target.uuid,t}},Pa=class extends Ta{constructor(e,t){super(e,t),this.isAmbientLight=!0,this.type="AmbientLight"}};var po=-90,mo=1,wo=class extends Bn{constructor(e,t,n){super(),this.type="CubeCamera",this.renderTarget=n,this.coordinateSystem=null,this.activeMipmapLevel=0;let s=new Kn(po,mo,e,t);s.layers=this.layers,this.add(s);let r=new Kn(po,mo,e,t);r.layers=this.layers,this.add(r);let o=new Kn(po,mo,e,t);o.layers=this.layers,this.add(o);let a=new Kn(po,mo,e,t);a.layers=this.layers,this.add(a);let l=new Kn(po,mo,e,t);l.layers=this.layers,this.add(l);let c=new Kn(po,mo,e,t);c.layers=this.layers,this.add(c)}updateCoordinateSystem(){let e=this.coordinateSystem,t=this.children.concat(),[n,s,r,o,a,l]=t;for(let c of t)this.remove(c);if(e===bi)n.up.set(0,1,0),n.lookAt(1,0,0),s.up.set(0,1,0),s.lookAt(-1,0,0),r.up.set(0,0,-1),r.lookAt(0,1,0),o.up.set(0,0,1),o.lookAt(0,-1,0),a.up.set(0,1,0),a.lookAt(0,0,1),l.up.set(0,1,0),l.lookAt(0,0,-1);else if(e===vo)n.up.set(0,-1,0),n.lookAt(-1,0,0),s.up.set(0,-1,0),s.lookAt(1,0,0),r.up.set(0,0,1),r.lookAt(0,1,0),o.up.set(0,0,-1),o.lookAt(0,-1,0),a.up.set(0,-1,0),a.lookAt(0,0,1),l.up.set(0,-1,0),l.lookAt(0,0,-1);else throw new Error("THREE.CubeCamera.updateCoordinateSystem(): Invalid coordinate system: "+e);for(let c of t)this.add(c),c.updateMatrixWorld()}update(e,t){this.parent===null&&this.updateMatrixWorld();let{renderTarget:n,activeMipmapLevel:s}=this;this.coordinateSystem!==e.coordinateSystem&&(this.coordinateSystem=e.coordinateSystem,this.updateCoordinateSystem());let[r,o,a,l,c,h]=this.children,u=e.getRenderTarget(),d=e.getActiveCubeFace(),f=e.getActiveMipmapLevel(),p=e.xr.enabled;e.xr.enabled=!1;let x=n.texture.mipmapsAutoUpdate;n.texture.mipmapsAutoUpdate=!1;let m=!1;e.isWebGLRenderer===!0?m=e.state.buffers.depth.getReversed():m=e.reversedDepthBuffer,e.setRenderTarget(n,0,s),m&&e.autoClear===!1&&e.clearDepth(),e.render(t,r),e.setRenderTarget(n,1,s),m&&e.autoClear===!1&&e.clearDepth(),e.render(t,o),e.setRenderTarget(n,2,s),m&&e.autoClear===!1&&e.clearDepth(),e.render(t,a),e.setRenderTarget(n,3,s),m&&e.autoClear===!1&&e.clearDepth(),e.render(t,l),e.setRenderTarget(n,4,s),m&&e.autoClear===!1&&e.clearDepth(),e.render(t,c),n.texture.mipmapsAutoUpdate=x,e.setRenderTarget(n,5,s),m&&e.autoClear===!1&&e.clearDepth(),e.render(t,h),e.setRenderTarget(u,d,f),e.xr.enabled=p,n.texture.needsPMREMUpdate=!0}},Wc=class extends Kn{constructor(e=[]){super(),this.isArrayCamera=!0,this.isMultiViewCamera=!1,this.cameras=e,this.perCameraFrustumCulled=!1}};var lf="\\[\\]\\.:\\/",V_=new RegExp("["+lf+"]","g"),cf="[^"+lf+"]",G_="[^"+lf.replace("\\.","")+"]",H_=/((?:WC+[\/:])*)/.source.replace("WC",cf),W_=/(WCOD+)?/.source.replace("WCOD",G_),X_=/(?:\.(WC+)(?:\[(.+)\])?)?/.source.replace("WC",cf),$_=/\.(WC+)(?:\[(.+)\])?/.source.replace("WC",cf),q_=new RegExp("^"+H_+W_+X_+$_+"$"),Y_=["material","materials","bones","map"],Ld=class{constructor(e,t,n){let s=n||$t.parseTrackName(t);this._targetGroup=e,this._bindings=e.subscribe_(t,s)}getValue(e,t){this.bind();let n=this._targetGroup.nCachedObjects_,s=this._bindings[n];s!==void 0&&s.getValue(e,t)}setValue(e,t){let n=this._bindings;for(let s=this._targetGroup.nCachedObjects_,r=n.length;s!==r;++s)n[s].setValue(e,t)}bind(){let e=this._bindings;for(let t=this._targetGroup.nCachedObjects_,n=e.length;t!==n;++t)e[t].bind()}unbind(){let e=this._bindings;for(let t=this._targetGroup.nCachedObjects_,n=e.length;t!==n;++t)e[t].unbind()}},$t=class i{constructor(e,t,n){this.path=t,this.parsedPath=n||i.parseTrackName(t),this.node=i.findNode(e,this.parsedPath.nodeName),this.rootNode=e,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}static create(e,t,n){return e&&e.isAnimationObjectGroup?new i.Composite(e,t,n):new i(e,t,n)}static sanitizeNodeName(e){return e.replace(/\s/g,"_").replace(V_,"")}static parseTrackName(e){let t=q_.exec(e);if(t===null)throw new Error("THREE.PropertyBinding: Cannot parse trackName: "+e);let n={nodeName:t[2],objectName:t[3],objectIndex:t[4],propertyName:t[5],propertyIndex:t[6]},s=n.nodeName&&n.nodeName.lastIndexOf(".");if(s!==void 0&&s!==-1){let r=n.nodeName.substring(s+1);Y_.indexOf(r)!==-1&&(n.nodeName=n.nodeName.substring(0,s),n.objectName=r)}if(n.propertyName===null||n.propertyName.length===0)throw new Error("THREE.PropertyBinding: can not parse propertyName from trackName: "+e);return n}static findNode(e,t){if(t===void 0||t===""||t==="."||t===-1||t===e.name||t===e.uuid)return e;if(e.skeleton){let n=e.skeleton.getBoneByName(t);if(n!==void 0)return n}if(e.children){let n=function(r){for(let o=0;o<r.length;o++){let a=r[o];if(a.name===t||a.uuid===t)return a;let l=n(a.children);if(l)return l}return null},s=n(e.children);if(s)return s}return null}_getValue_unavailable(){}_setValue_unavailable(){}_getValue_direct(e,t){e[t]=this.targetObject[this.propertyName]}_getValue_array(e,t){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)e[t++]=n[s]}_getValue_arrayElement(e,t){e[t]=this.resolvedProperty[this.propertyIndex]}_getValue_toArray(e,t){this.resolvedProperty.toArray(e,t)}_setValue_direct(e,t){this.targetObject[this.propertyName]=e[t]}_setValue_direct_setNeedsUpdate(e,t){this.targetObject[this.propertyName]=e[t],this.targetObject.needsUpdate=!0}_setValue_direct_setMatrixWorldNeedsUpdate(e,t){this.targetObject[this.propertyName]=e[t],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_array(e,t){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)n[s]=e[t++]}_setValue_array_setNeedsUpdate(e,t){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)n[s]=e[t++];this.targetObject.needsUpdate=!0}_setValue_array_setMatrixWorldNeedsUpdate(e,t){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)n[s]=e[t++];this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_arrayElement(e,t){this.resolvedProperty[this.propertyIndex]=e[t]}_setValue_arrayElement_setNeedsUpdate(e,t){this.resolvedProperty[this.propertyIndex]=e[t],this.targetObject.needsUpdate=!0}_setValue_arrayElement_setMatrixWorldNeedsUpdate(e,t){this.resolvedProperty[this.propertyIndex]=e[t],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_fromArray(e,t){this.resolvedProperty.fromArray(e,t)}_setValue_fromArray_setNeedsUpdate(e,t){this.resolvedProperty.fromArray(e,t),this.targetObject.needsUpdate=!0}_setValue_fromArray_setMatrixWorldNeedsUpdate(e,t){this.resolvedProperty.fromArray(e,t),this.targetObject.matrixWorldNeedsUpdate=!0}_getValue_unbound(e,t){this.bind(),this.getValue(e,t)}_setValue_unbound(e,t){this.bind(),this.setValue(e,t)}bind(){let e=this.node,t=this.parsedPath,n=t.objectName,s=t.propertyName,r=t.propertyIndex;if(e||(e=i.findNode(this.rootNode,t.nodeName),this.node=e),this.getValue=this._getValue_unavailable,this.setValue=this._setValue_unavailable,!e){qe("PropertyBinding: No target node found for track: "+this.path+".");return}if(n){let c=t.objectIndex;switch(n){case"materials":if(!e.material){Qe("PropertyBinding: Can not bind to material as node does not have a material.",this);return}if(!e.material.materials){Qe("PropertyBinding: Can not bind to material.materials as node.material does not have a materials array.",this);return}e=e.material.materials;break;case"bones":if(!e.skeleton){Qe("PropertyBinding: Can not bind to bones as node does not have a skeleton.",this);return}e=e.skeleton.bones;for(let h=0;h<e.length;h++)if(e[h].name===c){c=h;break}break;case"map":if("map"in e){e=e.map;break}if(!e.material){Qe("PropertyBinding: Can not bind to material as node does not have a material.",this);return}if(!e.material.map){Qe("PropertyBinding: Can not bind to material.map as node.material does not have a map.",this);return}e=e.material.map;break;default:if(e[n]===void 0){Qe("PropertyBinding: Can not bind to objectName of node undefined.",this);return}e=e[n]}if(c!==void 0){if(e[c]===void 0){Qe("PropertyBinding: Trying to bind to objectIndex of objectName, but is undefined.",this,e);return}e=e[c]}}let o=e[s];if(o===void 0){let c=t.nodeName;Qe("PropertyBinding: Trying to update property for track: "+c+"."+s+" but it wasn't found.",e);return}let a=this.Versioning.None;this.targetObject=e,e.isMaterial===!0?a=this.Versioning.NeedsUpdate:e.isObject3D===!0&&(a=this.Versioning.MatrixWorldNeedsUpdate);let l=this.BindingType.Direct;if(r!==void 0){if(s==="morphTargetInfluences"){if(!e.geometry){Qe("PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.",this);return}if(!e.geometry.morphAttributes){Qe("PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.morphAttributes.",this);return}e.morphTargetDictionary[r]!==void 0&&(r=e.morphTargetDictionary[r])}l=this.BindingType.ArrayElement,this.resolvedProperty=o,this.propertyIndex=r}else o.fromArray!==void 0&&o.toArray!==void 0?(l=this.BindingType.HasFromToArray,this.resolvedProperty=o):Array.isArray(o)?(l=this.BindingType.EntireArray,this.resolvedProperty=o):this.propertyName=s;this.getValue=this.GetterByBindingType[l],this.setValue=this.SetterByBindingTypeAndVersioning[l][a]}unbind(){this.node=null,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}};$t.Composite=Ld;$t.prototype.BindingType={Direct:0,EntireArray:1,ArrayElement:2,HasFromToArray:3};$t.prototype.Versioning={None:0,NeedsUpdate:1,MatrixWorldNeedsUpdate:2};$t.prototype.GetterByBindingType=[$t.prototype._getValue_direct,$t.prototype._getValue_array,$t.prototype._getValue_arrayElement,$t.prototype._getValue_toArray];$t.prototype.SetterByBindingTypeAndVersioning=[[$t.prototype._setValue_direct,$t.prototype._setValue_direct_setNeedsUpdate,$t.prototype._setValue_direct_setMatrixWorldNeedsUpdate],[$t.prototype._setValue_array,$t.prototype._setValue_array_setNeedsUpdate,$t.prototype._setValue_array_setMatrixWorldNeedsUpdate],[$t.prototype._setValue_arrayElement,$t.prototype._setValue_arrayElement_setNeedsUpdate,$t.prototype._setValue_arrayElement_setMatrixWorldNeedsUpdate],[$t.prototype._setValue_fromArray,$t.prototype._setValue_fromArray_setNeedsUpdate,$t.prototype._setValue_fromArray_setMatrixWorldNeedsUpdate]];var cE=new Float32Array(1);var Nd=class{static{this.prototype.isMatrix2=!0}constructor(e,t,n,s){this.elements=[1,0,0,1],e!==void 0&&this.set(e,t,n,s)}identity(){return this.set(1,0,0,1),this}fromArray(e,t=0){for(let n=0;n<4;n++)this.elements[n]=e[n+t];return this}set(e,t,n,s){let r=this.elements;return r[0]=e,r[2]=t,r[1]=n,r[3]=s,this}};function hf(i,e,t,n){let s=Z_(n);switch(t){case jd:return i*e;case jc:return i*e/s.components*s.byteLength;case Qc:return i*e/s.components*s.byteLength;case tr:return i*e*2/s.components*s.byteLength;case eh:return i*e*2/s.components*s.byteLength;case Qd:return i*e*3/s.components*s.byteLength;case Bi:return i*e*4/s.components*s.byteLength;case th:return i*e*4/s.components*s.byteLength;case Na:case Da:return Math.floor((i+3)/4)*Math.floor((e+3)/4)*8;case Fa:case Ua:return Math.floor((i+3)/4)*Math.floor((e+3)/4)*16;case ih:case rh:return Math.max(i,16)*Math.max(e,8)/4;case nh:case sh:return Math.max(i,8)*Math.max(e,8)/2;case oh:case ah:case ch:case hh:return Math.floor((i+3)/4)*Math.floor((e+3)/4)*8;case lh:case ka:case uh:return Math.floor((i+3)/4)*Math.floor((e+3)/4)*16;case dh:return Math.floor((i+3)/4)*Math.floor((e+3)/4)*16;case fh:return Math.floor((i+4)/5)*Math.floor((e+3)/4)*16;case ph:return Math.floor((i+4)/5)*Math.floor((e+4)/5)*16;case mh:return Math.floor((i+5)/6)*Math.floor((e+4)/5)*16;case gh:return Math.floor((i+5)/6)*Math.floor((e+5)/6)*16;case xh:return Math.floor((i+7)/8)*Math.floor((e+4)/5)*16;case vh:return Math.floor((i+7)/8)*Math.floor((e+5)/6)*16;case yh:return Math.floor((i+7)/8)*Math.floor((e+7)/8)*16;case _h:return Math.floor((i+9)/10)*Math.floor((e+4)/5)*16;case bh:return Math.floor((i+9)/10)*Math.floor((e+5)/6)*16;case Mh:return Math.floor((i+9)/10)*Math.floor((e+7)/8)*16;case wh:return Math.floor((i+9)/10)*Math.floor((e+9)/10)*16;case Sh:return Math.floor((i+11)/12)*Math.floor((e+9)/10)*16;case Ah:return Math.floor((i+11)/12)*Math.floor((e+11)/12)*16;case Th:case Eh:case Ch:return Math.ceil(i/4)*Math.ceil(e/4)*16;case Rh:case Ph:return Math.ceil(i/4)*Math.ceil(e/4)*8;case Oa:case Ih:return Math.ceil(i/4)*Math.ceil(e/4)*16}throw new Error(`Unable to determine texture byte length for ${t} format.`)}function Z_(i){switch(i){case ti:case Yd:return{byteLength:1,components:1};case Eo:case Zd:case Oi:return{byteLength:2,components:1};case Jc:case Kc:return{byteLength:2,components:4};case ki:case Zc:case wi:return{byteLength:4,components:1};case Jd:case Kd:return{byteLength:4,components:3}}throw new Error(`THREE.TextureUtils: Unknown texture type ${i}.`)}typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("register",{detail:{revision:"187"}}));typeof window<"u"&&(window.__THREE__?qe("WARNING: Multiple instances of Three.js being imported."):window.__THREE__="187");function ix(){let i=null,e=!1,t=null,n=null;function s(r,o){n=i.requestAnimationFrame(s),t(r,o)}return{start:function(){e!==!0&&t!==null&&i!==null&&(n=i.requestAnimationFrame(s),e=!0)},stop:function(){i!==null&&i.cancelAnimationFrame(n),e=!1},setAnimationLoop:function(r){t=r},setContext:function(r){i=r}}}function K_(i){let e=new WeakMap;function t(a,l){let c=a.array,h=a.usage,u=c.byteLength,d=i.createBuffer();i.bindBuffer(l,d),i.bufferData(l,c,h),a.onUploadCallback();let f;if(c instanceof Float32Array)f=i.FLOAT;else if(typeof Float16Array<"u"&&c instanceof Float16Array)f=i.HALF_FLOAT;else if(c instanceof Uint16Array)a.isFloat16BufferAttribute?f=i.HALF_FLOAT:f=i.UNSIGNED_SHORT;else if(c instanceof Int16Array)f=i.SHORT;else if(c instanceof Uint32Array)f=i.UNSIGNED_INT;else if(c instanceof Int32Array)f=i.INT;else if(c instanceof Int8Array)f=i.BYTE;else if(c instanceof Uint8Array)f=i.UNSIGNED_BYTE;else if(c instanceof Uint8ClampedArray)f=i.UNSIGNED_BYTE;else throw new Error("THREE.WebGLAttributes: Unsupported buffer data format: "+c);return{buffer:d,type:f,bytesPerElement:c.BYTES_PER_ELEMENT,version:a.version,size:u}}function n(a,l,c){let h=l.array,u=l.updateRanges;if(i.bindBuffer(c,a),u.length===0)i.bufferSubData(c,0,h);else{u.sort((f,p)=>f.start-p.start);let d=0;for(let f=1;f<u.length;f++){let p=u[d],x=u[f];x.start<=p.start+p.count+1?p.count=Math.max(p.count,x.start+x.count-p.start):(++d,u[d]=x)}u.length=d+1;for(let f=0,p=u.length;f<p;f++){let x=u[f];i.bufferSubData(c,x.start*h.BYTES_PER_ELEMENT,h,x.start,x.count)}l.clearUpdateRanges()}l.onUploadCallback()}function s(a){return a.isInterleavedBufferAttribute&&(a=a.data),e.get(a)}function r(a){a.isInterleavedBufferAttribute&&(a=a.data);let l=e.get(a);l&&(i.deleteBuffer(l.buffer),e.delete(a))}function o(a,l){if(a.isInterleavedBufferAttribute&&(a=a.data),a.isGLBufferAttribute){let h=e.get(a);(!h||h.version<a.version)&&e.set(a,{buffer:a.buffer,type:a.type,bytesPerElement:a.elementSize,version:a.version});return}let c=e.get(a);if(c===void 0)e.set(a,t(a,l));else if(c.version<a.version){if(c.size!==a.array.byteLength)throw new Error("THREE.WebGLAttributes: The size of the buffer attribute's array buffer does not match the original size. Resizing buffer attributes is not supported.");n(c.buffer,a,l),c.version=a.version}}return{get:s,remove:r,update:o}}var j_=`#ifdef USE_ALPHAHASH
	if ( diffuseColor.a < getAlphaHashThreshold( vPosition ) ) discard;
#endif`,Q_=`#ifdef USE_ALPHAHASH
	const float ALPHA_HASH_SCALE = 0.05;
	float hash2D( vec2 value ) {
		return fract( 1.0e4 * sin( 17.0 * value.x + 0.1 * value.y ) * ( 0.1 + abs( sin( 13.0 * value.y + value.x ) ) ) );
	}
	float hash3D( vec3 value ) {
		return hash2D( vec2( hash2D( value.xy ), value.z ) );
	}
	float getAlphaHashThreshold( vec3 position ) {
		float maxDeriv = max(
			length( dFdx( position.xyz ) ),
			length( dFdy( position.xyz ) )
		);
		float pixScale = 1.0 / ( ALPHA_HASH_SCALE * maxDeriv );
		vec2 pixScales = vec2(
			exp2( floor( log2( pixScale ) ) ),
			exp2( ceil( log2( pixScale ) ) )
		);
		vec2 alpha = vec2(
			hash3D( floor( pixScales.x * position.xyz ) ),
			hash3D( floor( pixScales.y * position.xyz ) )
		);
		float lerpFactor = fract( log2( pixScale ) );
		float x = ( 1.0 - lerpFactor ) * alpha.x + lerpFactor * alpha.y;
		float a = min( lerpFactor, 1.0 - lerpFactor );
		vec3 cases = vec3(
			x * x / ( 2.0 * a * ( 1.0 - a ) ),
			( x - 0.5 * a ) / ( 1.0 - a ),
			1.0 - ( ( 1.0 - x ) * ( 1.0 - x ) / ( 2.0 * a * ( 1.0 - a ) ) )
		);
		float threshold = ( x < ( 1.0 - a ) )
			? ( ( x < a ) ? cases.x : cases.y )
			: cases.z;
		return clamp( threshold , 1.0e-6, 1.0 );
	}
#endif`,eb=`#ifdef USE_ALPHAMAP
	diffuseColor.a *= texture2D( alphaMap, vAlphaMapUv ).g;
#endif`,tb=`#ifdef USE_ALPHAMAP
	uniform sampler2D alphaMap;
#endif`,nb=`#ifdef USE_ALPHATEST
	#ifdef ALPHA_TO_COVERAGE
	diffuseColor.a = smoothstep( alphaTest, alphaTest + fwidth( diffuseColor.a ), diffuseColor.a );
	if ( diffuseColor.a == 0.0 ) discard;
	#else
	if ( diffuseColor.a < alphaTest ) discard;
	#endif
#endif`,ib=`#ifdef USE_ALPHATEST
	uniform float alphaTest;
#endif`,sb=`#ifdef USE_AOMAP
	float ambientOcclusion = ( texture2D( aoMap, vAoMapUv ).r - 1.0 ) * aoMapIntensity + 1.0;
	reflectedLight.indirectDiffuse *= ambientOcclusion;
	#if defined( USE_CLEARCOAT ) 
		clearcoatSpecularIndirect *= ambientOcclusion;
	#endif
	#if defined( USE_SHEEN ) 
		sheenSpecularIndirect *= ambientOcclusion;
	#endif
	#if defined( USE_ENVMAP ) && defined( STANDARD )
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		reflectedLight.indirectSpecular *= computeSpecularOcclusion( dotNV, ambientOcclusion, material.roughness );
	#endif
#endif`,rb=`#ifdef USE_AOMAP
	uniform sampler2D aoMap;
	uniform float aoMapIntensity;
#endif`,ob=`#ifdef USE_BATCHING
	#if ! defined( GL_ANGLE_multi_draw )
	#define gl_DrawID _gl_DrawID
	uniform int _gl_DrawID;
	#endif
	uniform highp sampler2D batchingTexture;
	uniform highp usampler2D batchingIdTexture;
	mat4 getBatchingMatrix( const in float i ) {
		int size = textureSize( batchingTexture, 0 ).x;
		int j = int( i ) * 4;
		int x = j % size;
		int y = j / size;
		vec4 v1 = texelFetch( batchingTexture, ivec2( x, y ), 0 );
		vec4 v2 = texelFetch( batchingTexture, ivec2( x + 1, y ), 0 );
		vec4 v3 = texelFetch( batchingTexture, ivec2( x + 2, y ), 0 );
		vec4 v4 = texelFetch( batchingTexture, ivec2( x + 3, y ), 0 );
		return mat4( v1, v2, v3, v4 );
	}
	float getIndirectIndex( const in int i ) {
		int size = textureSize( batchingIdTexture, 0 ).x;
		int x = i % size;
		int y = i / size;
		return float( texelFetch( batchingIdTexture, ivec2( x, y ), 0 ).r );
	}
#endif
#ifdef USE_BATCHING_COLOR
	uniform sampler2D batchingColorTexture;
	vec4 getBatchingColor( const in float i ) {
		int size = textureSize( batchingColorTexture, 0 ).x;
		int j = int( i );
		int x = j % size;
		int y = j / size;
		return texelFetch( batchingColorTexture, ivec2( x, y ), 0 );
	}
#endif`,ab=`#ifdef USE_BATCHING
	mat4 batchingMatrix = getBatchingMatrix( getIndirectIndex( gl_DrawID ) );
#endif`,lb=`vec3 transformed = vec3( position );
#ifdef USE_ALPHAHASH
	vPosition = vec3( position );
#endif`,cb=`vec3 objectNormal = vec3( normal );
#ifdef USE_TANGENT
	vec3 objectTangent = vec3( tangent.xyz );
#endif`,hb=`float G_BlinnPhong_Implicit( ) {
	return 0.25;
}
float D_BlinnPhong( const in float shininess, const in float dotNH ) {
	return RECIPROCAL_PI * ( shininess * 0.5 + 1.0 ) * pow( dotNH, shininess );
}
vec3 BRDF_BlinnPhong( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in vec3 specularColor, const in float shininess ) {
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNH = saturate( dot( normal, halfDir ) );
	float dotVH = saturate( dot( viewDir, halfDir ) );
	vec3 F = F_Schlick( specularColor, 1.0, dotVH );
	float G = G_BlinnPhong_Implicit( );
	float D = D_BlinnPhong( shininess, dotNH );
	return F * ( G * D );
} // validated`,ub=`#ifdef USE_IRIDESCENCE
	const mat3 XYZ_TO_REC709 = mat3(
		 3.2404542, -0.9692660,  0.0556434,
		-1.5371385,  1.8760108, -0.2040259,
		-0.4985314,  0.0415560,  1.0572252
	);
	vec3 Fresnel0ToIor( vec3 fresnel0 ) {
		vec3 sqrtF0 = sqrt( fresnel0 );
		return ( vec3( 1.0 ) + sqrtF0 ) / ( vec3( 1.0 ) - sqrtF0 );
	}
	vec3 IorToFresnel0( vec3 transmittedIor, float incidentIor ) {
		return pow2( ( transmittedIor - vec3( incidentIor ) ) / ( transmittedIor + vec3( incidentIor ) ) );
	}
	float IorToFresnel0( float transmittedIor, float incidentIor ) {
		return pow2( ( transmittedIor - incidentIor ) / ( transmittedIor + incidentIor ));
	}
	vec3 evalSensitivity( float OPD, vec3 shift ) {
		float phase = 2.0 * PI * OPD * 1.0e-9;
		vec3 val = vec3( 5.4856e-13, 4.4201e-13, 5.2481e-13 );
		vec3 pos = vec3( 1.6810e+06, 1.7953e+06, 2.2084e+06 );
		vec3 var = vec3( 4.3278e+09, 9.3046e+09, 6.6121e+09 );
		vec3 xyz = val * sqrt( 2.0 * PI * var ) * cos( pos * phase + shift ) * exp( - pow2( phase ) * var );
		xyz.x += 9.7470e-14 * sqrt( 2.0 * PI * 4.5282e+09 ) * cos( 2.2399e+06 * phase + shift[ 0 ] ) * exp( - 4.5282e+09 * pow2( phase ) );
		xyz /= 1.0685e-7;
		vec3 rgb = XYZ_TO_REC709 * xyz;
		return rgb;
	}
	vec3 evalIridescence( float outsideIOR, float eta2, float cosTheta1, float thinFilmThickness, vec3 baseF0 ) {
		vec3 I;
		float iridescenceIOR = mix( outsideIOR, eta2, smoothstep( 0.0, 0.03, thinFilmThickness ) );
		float sinTheta2Sq = pow2( outsideIOR / iridescenceIOR ) * ( 1.0 - pow2( cosTheta1 ) );
		float cosTheta2Sq = 1.0 - sinTheta2Sq;
		if ( cosTheta2Sq < 0.0 ) {
			return vec3( 1.0 );
		}
		float cosTheta2 = sqrt( cosTheta2Sq );
		float R0 = IorToFresnel0( iridescenceIOR, outsideIOR );
		float R12 = F_Schlick( R0, 1.0, cosTheta1 );
		float T121 = 1.0 - R12;
		float phi12 = 0.0;
		if ( iridescenceIOR < outsideIOR ) phi12 = PI;
		float phi21 = PI - phi12;
		vec3 baseIOR = Fresnel0ToIor( clamp( baseF0, 0.0, 0.9999 ) );		vec3 R1 = IorToFresnel0( baseIOR, iridescenceIOR );
		vec3 R23 = F_Schlick( R1, 1.0, cosTheta2 );
		vec3 phi23 = vec3( 0.0 );
		if ( baseIOR[ 0 ] < iridescenceIOR ) phi23[ 0 ] = PI;
		if ( baseIOR[ 1 ] < iridescenceIOR ) phi23[ 1 ] = PI;
		if ( baseIOR[ 2 ] < iridescenceIOR ) phi23[ 2 ] = PI;
		float OPD = 2.0 * iridescenceIOR * thinFilmThickness * cosTheta2;
		vec3 phi = vec3( phi21 ) + phi23;
		vec3 R123 = clamp( R12 * R23, 1e-5, 0.9999 );
		vec3 r123 = sqrt( R123 );
		vec3 Rs = pow2( T121 ) * R23 / ( vec3( 1.0 ) - R123 );
		vec3 C0 = R12 + Rs;
		I = C0;
		vec3 Cm = Rs - T121;
		for ( int m = 1; m <= 2; ++ m ) {
			Cm *= r123;
			vec3 Sm = 2.0 * evalSensitivity( float( m ) * OPD, float( m ) * phi );
			I += Cm * Sm;
		}
		return max( I, vec3( 0.0 ) );
	}
#endif`,db=`#ifdef USE_BUMPMAP
	uniform sampler2D bumpMap;
	uniform float bumpScale;
	vec2 dHdxy_fwd() {
		vec2 dSTdx = dFdx( vBumpMapUv );
		vec2 dSTdy = dFdy( vBumpMapUv );
		float Hll = bumpScale * texture2D( bumpMap, vBumpMapUv ).x;
		float dBx = bumpScale * texture2D( bumpMap, vBumpMapUv + dSTdx ).x - Hll;
		float dBy = bumpScale * texture2D( bumpMap, vBumpMapUv + dSTdy ).x - Hll;
		return vec2( dBx, dBy );
	}
	vec3 perturbNormalArb( vec3 surf_pos, vec3 surf_norm, vec2 dHdxy, float faceDirection ) {
		vec3 vSigmaX = normalize( dFdx( surf_pos.xyz ) );
		vec3 vSigmaY = normalize( dFdy( surf_pos.xyz ) );
		vec3 vN = surf_norm;
		vec3 R1 = cross( vSigmaY, vN );
		vec3 R2 = cross( vN, vSigmaX );
		float fDet = dot( vSigmaX, R1 ) * faceDirection;
		vec3 vGrad = sign( fDet ) * ( dHdxy.x * R1 + dHdxy.y * R2 );
		return normalize( abs( fDet ) * surf_norm - vGrad );
	}
#endif`,fb=`#if NUM_CLIPPING_PLANES > 0
	vec4 plane;
	#ifdef ALPHA_TO_COVERAGE
		float distanceToPlane, distanceGradient;
		float clipOpacity = 1.0;
		#pragma unroll_loop_start
		for ( int i = 0; i < UNION_CLIPPING_PLANES; i ++ ) {
			plane = clippingPlanes[ i ];
			distanceToPlane = - dot( vClipPosition, plane.xyz ) + plane.w;
			distanceGradient = fwidth( distanceToPlane ) / 2.0;
			clipOpacity *= smoothstep( - distanceGradient, distanceGradient, distanceToPlane );
			if ( clipOpacity == 0.0 ) discard;
		}
		#pragma unroll_loop_end
		#if UNION_CLIPPING_PLANES < NUM_CLIPPING_PLANES
			float unionClipOpacity = 1.0;
			#pragma unroll_loop_start
			for ( int i = UNION_CLIPPING_PLANES; i < NUM_CLIPPING_PLANES; i ++ ) {
				plane = clippingPlanes[ i ];
				distanceToPlane = - dot( vClipPosition, plane.xyz ) + plane.w;
				distanceGradient = fwidth( distanceToPlane ) / 2.0;
				unionClipOpacity *= 1.0 - smoothstep( - distanceGradient, distanceGradient, distanceToPlane );
			}
			#pragma unroll_loop_end
			clipOpacity *= 1.0 - unionClipOpacity;
		#endif
		diffuseColor.a *= clipOpacity;
		if ( diffuseColor.a == 0.0 ) discard;
	#else
		#pragma unroll_loop_start
		for ( int i = 0; i < UNION_CLIPPING_PLANES; i ++ ) {
			plane = clippingPlanes[ i ];
			if ( dot( vClipPosition, plane.xyz ) > plane.w ) discard;
		}
		#pragma unroll_loop_end
		#if UNION_CLIPPING_PLANES < NUM_CLIPPING_PLANES
			bool clipped = true;
			#pragma unroll_loop_start
			for ( int i = UNION_CLIPPING_PLANES; i < NUM_CLIPPING_PLANES; i ++ ) {
				plane = clippingPlanes[ i ];
				clipped = ( dot( vClipPosition, plane.xyz ) > plane.w ) && clipped;
			}
			#pragma unroll_loop_end
			if ( clipped ) discard;
		#endif
	#endif
#endif`,pb=`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
	uniform vec4 clippingPlanes[ NUM_CLIPPING_PLANES ];
#endif`,mb=`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
#endif`,gb=`#if NUM_CLIPPING_PLANES > 0
	vClipPosition = - mvPosition.xyz;
#endif`,xb=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
	diffuseColor *= vColor;
#endif`,vb=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
	varying vec4 vColor;
#endif`,yb=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
	varying vec4 vColor;
#endif`,_b=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
	vColor = vec4( 1.0 );
#endif
#ifdef USE_COLOR_ALPHA
	vColor *= color;
#elif defined( USE_COLOR )
	vColor.rgb *= color;
#endif
#ifdef USE_INSTANCING_COLOR
	vColor.rgb *= instanceColor.rgb;
#endif
#ifdef USE_BATCHING_COLOR
	vColor *= getBatchingColor( getIndirectIndex( gl_DrawID ) );
#endif`,bb=`#define PI 3.141592653589793
#define PI2 6.283185307179586
#define PI_HALF 1.5707963267948966
#define RECIPROCAL_PI 0.3183098861837907
#define RECIPROCAL_PI2 0.15915494309189535
#define EPSILON 1e-6
#ifndef saturate
#define saturate( a ) clamp( a, 0.0, 1.0 )
#endif
#define whiteComplement( a ) ( 1.0 - saturate( a ) )
float pow2( const in float x ) { return x*x; }
vec3 pow2( const in vec3 x ) { return x*x; }
float pow3( const in float x ) { return x*x*x; }
float pow4( const in float x ) { float x2 = x*x; return x2*x2; }
float max3( const in vec3 v ) { return max( max( v.x, v.y ), v.z ); }
float average( const in vec3 v ) { return dot( v, vec3( 0.3333333 ) ); }
highp float rand( const in vec2 uv ) {
	const highp float a = 12.9898, b = 78.233, c = 43758.5453;
	highp float dt = dot( uv.xy, vec2( a,b ) ), sn = mod( dt, PI );
	return fract( sin( sn ) * c );
}
#ifdef HIGH_PRECISION
	float precisionSafeLength( vec3 v ) { return length( v ); }
#else
	float precisionSafeLength( vec3 v ) {
		float maxComponent = max3( abs( v ) );
		return length( v / maxComponent ) * maxComponent;
	}
#endif
struct IncidentLight {
	vec3 color;
	vec3 direction;
	bool visible;
};
struct ReflectedLight {
	vec3 directDiffuse;
	vec3 directSpecular;
	vec3 indirectDiffuse;
	vec3 indirectSpecular;
};
#ifdef USE_ALPHAHASH
	varying vec3 vPosition;
#endif
vec3 transformDirection( in vec3 dir, in mat4 matrix ) {
	return normalize( ( matrix * vec4( dir, 0.0 ) ).xyz );
}
#define inverseTransformDirection transformDirectionByInverseViewMatrix
vec3 transformNormalByInverseViewMatrix( in vec3 normal, in mat4 viewMatrix ) {
	return normalize( ( vec4( normal, 0.0 ) * viewMatrix ).xyz );
}
vec3 transformDirectionByInverseViewMatrix( in vec3 dir, in mat4 viewMatrix ) {
	return normalize( ( vec4( dir, 0.0 ) * viewMatrix ).xyz );
}
bool isPerspectiveMatrix( mat4 m ) {
	return m[ 2 ][ 3 ] == - 1.0;
}
vec2 equirectUv( in vec3 dir ) {
	float u = atan( dir.z, dir.x ) * RECIPROCAL_PI2 + 0.5;
	float v = asin( clamp( dir.y, - 1.0, 1.0 ) ) * RECIPROCAL_PI + 0.5;
	return vec2( u, v );
}
vec3 BRDF_Lambert( const in vec3 diffuseColor ) {
	return RECIPROCAL_PI * diffuseColor;
}
vec3 F_Schlick( const in vec3 f0, const in float f90, const in float dotVH ) {
	float fresnel = exp2( ( - 5.55473 * dotVH - 6.98316 ) * dotVH );
	return f0 * ( 1.0 - fresnel ) + ( f90 * fresnel );
}
float F_Schlick( const in float f0, const in float f90, const in float dotVH ) {
	float fresnel = exp2( ( - 5.55473 * dotVH - 6.98316 ) * dotVH );
	return f0 * ( 1.0 - fresnel ) + ( f90 * fresnel );
} // validated`,Mb=`vec3 transformedNormal = objectNormal;
#ifdef USE_TANGENT
	vec3 transformedTangent = objectTangent;
#endif
#ifdef USE_BATCHING
	mat3 bm = mat3( batchingMatrix );
	transformedNormal /= vec3( dot( bm[ 0 ], bm[ 0 ] ), dot( bm[ 1 ], bm[ 1 ] ), dot( bm[ 2 ], bm[ 2 ] ) );
	transformedNormal = bm * transformedNormal;
	#ifdef USE_TANGENT
		transformedTangent = bm * transformedTangent;
	#endif
#endif
#ifdef USE_INSTANCING
	mat3 im = mat3( instanceMatrix );
	transformedNormal /= vec3( dot( im[ 0 ], im[ 0 ] ), dot( im[ 1 ], im[ 1 ] ), dot( im[ 2 ], im[ 2 ] ) );
	transformedNormal = im * transformedNormal;
	#ifdef USE_TANGENT
		transformedTangent = im * transformedTangent;
	#endif
#endif
transformedNormal = normalMatrix * transformedNormal;
#ifdef FLIP_SIDED
	transformedNormal = - transformedNormal;
#endif
#ifdef USE_TANGENT
	transformedTangent = ( modelViewMatrix * vec4( transformedTangent, 0.0 ) ).xyz;
#endif`,wb=`#ifdef USE_DISPLACEMENTMAP
	uniform sampler2D displacementMap;
	uniform float displacementScale;
	uniform float displacementBias;
#endif`,Sb=`#ifdef USE_DISPLACEMENTMAP
	transformed += normalize( objectNormal ) * ( texture2D( displacementMap, vDisplacementMapUv ).x * displacementScale + displacementBias );
#endif`,Ab=`#ifdef USE_EMISSIVEMAP
	vec4 emissiveColor = texture2D( emissiveMap, vEmissiveMapUv );
	#ifdef DECODE_VIDEO_TEXTURE_EMISSIVE
		emissiveColor = sRGBTransferEOTF( emissiveColor );
	#endif
	totalEmissiveRadiance *= emissiveColor.rgb;
#endif`,Tb=`#ifdef USE_EMISSIVEMAP
	uniform sampler2D emissiveMap;
#endif`,Eb="gl_FragColor = linearToOutputTexel( gl_FragColor );",Cb=`vec4 LinearTransferOETF( in vec4 value ) {
	return value;
}
vec4 sRGBTransferEOTF( in vec4 value ) {
	return vec4( mix( pow( value.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), value.rgb * 0.0773993808, vec3( lessThanEqual( value.rgb, vec3( 0.04045 ) ) ) ), value.a );
}
vec4 sRGBTransferOETF( in vec4 value ) {
	return vec4( mix( pow( value.rgb, vec3( 0.41666 ) ) * 1.055 - vec3( 0.055 ), value.rgb * 12.92, vec3( lessThanEqual( value.rgb, vec3( 0.0031308 ) ) ) ), value.a );
}`,Rb=`#ifdef USE_ENVMAP
	#ifdef ENV_WORLDPOS
		vec3 cameraToFrag;
		if ( isOrthographic ) {
			cameraToFrag = normalize( vec3( - viewMatrix[ 0 ][ 2 ], - viewMatrix[ 1 ][ 2 ], - viewMatrix[ 2 ][ 2 ] ) );
		} else {
			cameraToFrag = normalize( vWorldPosition - cameraPosition );
		}
		vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
		#ifdef ENVMAP_MODE_REFLECTION
			vec3 reflectVec = reflect( cameraToFrag, worldNormal );
		#else
			vec3 reflectVec = refract( cameraToFrag, worldNormal, refractionRatio );
		#endif
	#else
		vec3 reflectVec = vReflect;
	#endif
	#ifdef ENVMAP_TYPE_CUBE
		vec4 envColor = textureCube( envMap, envMapRotation * reflectVec );
		#ifdef ENVMAP_BLENDING_MULTIPLY
			outgoingLight = mix( outgoingLight, outgoingLight * envColor.xyz, specularStrength * reflectivity );
		#elif defined( ENVMAP_BLENDING_MIX )
			outgoingLight = mix( outgoingLight, envColor.xyz, specularStrength * reflectivity );
		#elif defined( ENVMAP_BLENDING_ADD )
			outgoingLight += envColor.xyz * specularStrength * reflectivity;
		#endif
	#endif
#endif`,Pb=`#ifdef USE_ENVMAP
	uniform float envMapIntensity;
	uniform mat3 envMapRotation;
	uniform samplerCube envMap;
	#ifdef ENVMAP_TYPE_PMREM
		float roughnessToMip( const in float roughness ) {
			float r = clamp( roughness, 0.0, 1.0 );
			return ENVMAP_MAX_LOD * r * ( 2.0 - r );
		}
	#endif
#endif`,Ib=`#ifdef USE_ENVMAP
	uniform float reflectivity;
	#if defined( USE_BUMPMAP ) || defined( USE_NORMALMAP ) || defined( PHONG ) || defined( LAMBERT )
		#define ENV_WORLDPOS
	#endif
	#ifdef ENV_WORLDPOS
		varying vec3 vWorldPosition;
		uniform float refractionRatio;
	#else
		varying vec3 vReflect;
	#endif
#endif`,Lb=`#ifdef USE_ENVMAP
	#if defined( USE_BUMPMAP ) || defined( USE_NORMALMAP ) || defined( PHONG ) || defined( LAMBERT )
		#define ENV_WORLDPOS
	#endif
	#ifdef ENV_WORLDPOS
		
		varying vec3 vWorldPosition;
	#else
		varying vec3 vReflect;
		uniform float refractionRatio;
	#endif
#endif`,Nb=`#ifdef USE_ENVMAP
	#ifdef ENV_WORLDPOS
		vWorldPosition = worldPosition.xyz;
	#else
		vec3 cameraToVertex;
		if ( isOrthographic ) {
			cameraToVertex = normalize( vec3( - viewMatrix[ 0 ][ 2 ], - viewMatrix[ 1 ][ 2 ], - viewMatrix[ 2 ][ 2 ] ) );
		} else {
			cameraToVertex = normalize( worldPosition.xyz - cameraPosition );
		}
		vec3 worldNormal = transformNormalByInverseViewMatrix( transformedNormal, viewMatrix );
		#ifdef ENVMAP_MODE_REFLECTION
			vReflect = reflect( cameraToVertex, worldNormal );
		#else
			vReflect = refract( cameraToVertex, worldNormal, refractionRatio );
		#endif
	#endif
#endif`,Db=`#ifdef USE_FOG
	vFogDepth = - mvPosition.z;
#endif`,Fb=`#ifdef USE_FOG
	varying float vFogDepth;
#endif`,Ub=`#ifdef USE_FOG
	#ifdef FOG_EXP2
		float fogFactor = 1.0 - exp( - fogDensity * fogDensity * vFogDepth * vFogDepth );
	#else
		float fogFactor = smoothstep( fogNear, fogFar, vFogDepth );
	#endif
	gl_FragColor.rgb = mix( gl_FragColor.rgb, fogColor, fogFactor );
#endif`,kb=`#ifdef USE_FOG
	uniform vec3 fogColor;
	varying float vFogDepth;
	#ifdef FOG_EXP2
		uniform float fogDensity;
	#else
		uniform float fogNear;
		uniform float fogFar;
	#endif
#endif`,Ob=`#ifdef USE_GRADIENTMAP
	uniform sampler2D gradientMap;
#endif
vec3 getGradientIrradiance( vec3 normal, vec3 lightDirection ) {
	float dotNL = dot( normal, lightDirection );
	vec2 coord = vec2( dotNL * 0.5 + 0.5, 0.0 );
	#ifdef USE_GRADIENTMAP
		return vec3( texture2D( gradientMap, coord ).r );
	#else
		vec2 fw = fwidth( coord ) * 0.5;
		return mix( vec3( 0.7 ), vec3( 1.0 ), smoothstep( 0.7 - fw.x, 0.7 + fw.x, coord.x ) );
	#endif
}`,Bb=`#ifdef USE_LIGHTMAP
	uniform sampler2D lightMap;
	uniform float lightMapIntensity;
#endif`,zb=`LambertMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularStrength = specularStrength;`,Vb=`varying vec3 vViewPosition;
struct LambertMaterial {
	vec3 diffuseColor;
	float specularStrength;
};
void RE_Direct_Lambert( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in LambertMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectDiffuse_Lambert( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in LambertMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_Lambert
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Lambert`,Gb=`uniform bool receiveShadow;
uniform vec3 ambientLightColor;
#if defined( USE_LIGHT_PROBES )
	uniform vec3 lightProbe[ 9 ];
#endif
vec3 shGetIrradianceAt( in vec3 normal, in vec3 shCoefficients[ 9 ] ) {
	float x = normal.x, y = normal.y, z = normal.z;
	vec3 result = shCoefficients[ 0 ] * 0.886227;
	result += shCoefficients[ 1 ] * 2.0 * 0.511664 * y;
	result += shCoefficients[ 2 ] * 2.0 * 0.511664 * z;
	result += shCoefficients[ 3 ] * 2.0 * 0.511664 * x;
	result += shCoefficients[ 4 ] * 2.0 * 0.429043 * x * y;
	result += shCoefficients[ 5 ] * 2.0 * 0.429043 * y * z;
	result += shCoefficients[ 6 ] * ( 0.743125 * z * z - 0.247708 );
	result += shCoefficients[ 7 ] * 2.0 * 0.429043 * x * z;
	result += shCoefficients[ 8 ] * 0.429043 * ( x * x - y * y );
	return result;
}
vec3 getLightProbeIrradiance( const in vec3 lightProbe[ 9 ], const in vec3 normal ) {
	vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
	vec3 irradiance = shGetIrradianceAt( worldNormal, lightProbe );
	return irradiance;
}
vec3 getAmbientLightIrradiance( const in vec3 ambientLightColor ) {
	vec3 irradiance = ambientLightColor;
	return irradiance;
}
float getDistanceAttenuation( const in float lightDistance, const in float cutoffDistance, const in float decayExponent ) {
	float distanceFalloff = 1.0 / max( pow( lightDistance, decayExponent ), 0.01 );
	if ( cutoffDistance > 0.0 ) {
		distanceFalloff *= pow2( saturate( 1.0 - pow4( lightDistance / cutoffDistance ) ) );
	}
	return distanceFalloff;
}
float getSpotAttenuation( const in float coneCosine, const in float penumbraCosine, const in float angleCosine ) {
	return smoothstep( coneCosine, penumbraCosine, angleCosine );
}
#if NUM_SUN_LIGHTS > 0
	struct SunLight {
		vec3 direction;
		vec3 color;
	};
	uniform SunLight sunLights[ NUM_SUN_LIGHTS ];
	void getSunLightInfo( const in SunLight sunLight, out IncidentLight light ) {
		light.color = sunLight.color;
		light.direction = sunLight.direction;
		light.visible = true;
	}
#endif
#if NUM_DIR_LIGHTS > 0
	struct DirectionalLight {
		vec3 direction;
		vec3 color;
	};
	uniform DirectionalLight directionalLights[ NUM_DIR_LIGHTS ];
	void getDirectionalLightInfo( const in DirectionalLight directionalLight, out IncidentLight light ) {
		light.color = directionalLight.color;
		light.direction = directionalLight.direction;
		light.visible = true;
	}
#endif
#if NUM_POINT_LIGHTS > 0
	struct PointLight {
		vec3 position;
		vec3 color;
		float distance;
		float decay;
	};
	uniform PointLight pointLights[ NUM_POINT_LIGHTS ];
	void getPointLightInfo( const in PointLight pointLight, const in vec3 geometryPosition, out IncidentLight light ) {
		vec3 lVector = pointLight.position - geometryPosition;
		light.direction = normalize( lVector );
		float lightDistance = length( lVector );
		light.color = pointLight.color;
		light.color *= getDistanceAttenuation( lightDistance, pointLight.distance, pointLight.decay );
		light.visible = ( light.color != vec3( 0.0 ) );
	}
#endif
#if NUM_SPOT_LIGHTS > 0
	struct SpotLight {
		vec3 position;
		vec3 direction;
		vec3 color;
		float distance;
		float decay;
		float coneCos;
		float penumbraCos;
	};
	uniform SpotLight spotLights[ NUM_SPOT_LIGHTS ];
	void getSpotLightInfo( const in SpotLight spotLight, const in vec3 geometryPosition, out IncidentLight light ) {
		vec3 lVector = spotLight.position - geometryPosition;
		light.direction = normalize( lVector );
		float angleCos = dot( light.direction, spotLight.direction );
		float spotAttenuation = getSpotAttenuation( spotLight.coneCos, spotLight.penumbraCos, angleCos );
		if ( spotAttenuation > 0.0 ) {
			float lightDistance = length( lVector );
			light.color = spotLight.color * spotAttenuation;
			light.color *= getDistanceAttenuation( lightDistance, spotLight.distance, spotLight.decay );
			light.visible = ( light.color != vec3( 0.0 ) );
		} else {
			light.color = vec3( 0.0 );
			light.visible = false;
		}
	}
#endif
#if NUM_RECT_AREA_LIGHTS > 0
	struct RectAreaLight {
		vec3 color;
		vec3 position;
		vec3 halfWidth;
		vec3 halfHeight;
	};
	uniform sampler2D ltc_1;	uniform sampler2D ltc_2;
	uniform RectAreaLight rectAreaLights[ NUM_RECT_AREA_LIGHTS ];
#endif
#if NUM_HEMI_LIGHTS > 0
	struct HemisphereLight {
		vec3 direction;
		vec3 skyColor;
		vec3 groundColor;
	};
	uniform HemisphereLight hemisphereLights[ NUM_HEMI_LIGHTS ];
	vec3 getHemisphereLightIrradiance( const in HemisphereLight hemiLight, const in vec3 normal ) {
		float dotNL = dot( normal, hemiLight.direction );
		float hemiDiffuseWeight = 0.5 * dotNL + 0.5;
		vec3 irradiance = mix( hemiLight.groundColor, hemiLight.skyColor, hemiDiffuseWeight );
		return irradiance;
	}
#endif
#include <lightprobes_pars_fragment>`,Hb=`#ifdef USE_ENVMAP
	vec3 getIBLIrradiance( const in vec3 normal ) {
		#ifdef ENVMAP_TYPE_PMREM
			vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
			vec4 envMapColor = textureLod( envMap, envMapRotation * worldNormal, ENVMAP_MAX_LOD );
			return PI * envMapColor.rgb * envMapIntensity;
		#else
			return vec3( 0.0 );
		#endif
	}
	vec3 getIBLRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness ) {
		#ifdef ENVMAP_TYPE_PMREM
			vec3 reflectVec = reflect( - viewDir, normal );
			reflectVec = normalize( mix( reflectVec, normal, pow4( roughness ) ) );
			reflectVec = transformDirectionByInverseViewMatrix( reflectVec, viewMatrix );
			vec4 envMapColor = textureLod( envMap, envMapRotation * reflectVec, roughnessToMip( roughness ) );
			return envMapColor.rgb * envMapIntensity;
		#else
			return vec3( 0.0 );
		#endif
	}
	#ifdef USE_RETROREFLECTION
		vec3 getIBLRetroRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness ) {
			#ifdef ENVMAP_TYPE_PMREM
				vec3 retroVec = normalize( mix( viewDir, normal, pow4( roughness ) ) );
				retroVec = transformDirectionByInverseViewMatrix( retroVec, viewMatrix );
				vec4 envMapColor = textureLod( envMap, envMapRotation * retroVec, roughnessToMip( roughness ) );
				return envMapColor.rgb * envMapIntensity;
			#else
				return vec3( 0.0 );
			#endif
		}
	#endif
	#ifdef USE_ANISOTROPY
		vec3 getIBLAnisotropyRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness, const in vec3 bitangent, const in float anisotropy ) {
			#ifdef ENVMAP_TYPE_PMREM
				vec3 bentNormal = cross( bitangent, viewDir );
				bentNormal = normalize( cross( bentNormal, bitangent ) );
				bentNormal = normalize( mix( bentNormal, normal, pow2( pow2( 1.0 - anisotropy * ( 1.0 - roughness ) ) ) ) );
				return getIBLRadiance( viewDir, bentNormal, roughness );
			#else
				return vec3( 0.0 );
			#endif
		}
		#ifdef USE_RETROREFLECTION
			vec3 getIBLAnisotropyRetroRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness, const in vec3 bitangent, const in float anisotropy ) {
				#ifdef ENVMAP_TYPE_PMREM
					vec3 bentNormal = cross( bitangent, viewDir );
					bentNormal = normalize( cross( bentNormal, bitangent ) );
					bentNormal = normalize( mix( bentNormal, normal, pow2( pow2( 1.0 - anisotropy * ( 1.0 - roughness ) ) ) ) );
					return getIBLRetroRadiance( viewDir, bentNormal, roughness );
				#else
					return vec3( 0.0 );
				#endif
			}
		#endif
	#endif
#endif`,Wb=`ToonMaterial material;
material.diffuseColor = diffuseColor.rgb;`,Xb=`varying vec3 vViewPosition;
struct ToonMaterial {
	vec3 diffuseColor;
};
void RE_Direct_Toon( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in ToonMaterial material, inout ReflectedLight reflectedLight ) {
	vec3 irradiance = getGradientIrradiance( geometryNormal, directLight.direction ) * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectDiffuse_Toon( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in ToonMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_Toon
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Toon`,$b=`BlinnPhongMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularColor = specular;
material.specularShininess = shininess;
material.specularStrength = specularStrength;`,qb=`varying vec3 vViewPosition;
struct BlinnPhongMaterial {
	vec3 diffuseColor;
	vec3 specularColor;
	float specularShininess;
	float specularStrength;
};
void RE_Direct_BlinnPhong( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in BlinnPhongMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
	reflectedLight.directSpecular += irradiance * BRDF_BlinnPhong( directLight.direction, geometryViewDir, geometryNormal, material.specularColor, material.specularShininess ) * material.specularStrength;
}
void RE_IndirectDiffuse_BlinnPhong( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in BlinnPhongMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_BlinnPhong
#define RE_IndirectDiffuse		RE_IndirectDiffuse_BlinnPhong`,Yb=`PhysicalMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.diffuseContribution = diffuseColor.rgb * ( 1.0 - metalnessFactor );
material.metalness = metalnessFactor;
vec3 dxy = max( abs( dFdx( nonPerturbedNormal ) ), abs( dFdy( nonPerturbedNormal ) ) );
float geometryRoughness = max( max( dxy.x, dxy.y ), dxy.z );
material.roughness = max( roughnessFactor, 0.045 );
material.roughness += geometryRoughness;
material.roughness = min( material.roughness, 1.0 );
#ifdef USE_DIFFUSE_ROUGHNESS
	float diffuseRoughnessFactor = diffuseRoughness;
	#ifdef USE_DIFFUSE_ROUGHNESSMAP
		diffuseRoughnessFactor *= texture2D( diffuseRoughnessMap, vDiffuseRoughnessMapUv ).r;
	#endif
	material.diffuseRoughness = saturate( diffuseRoughnessFactor );
#endif
#ifdef IOR
	material.ior = ior;
	#ifdef USE_SPECULAR
		float specularIntensityFactor = specularIntensity;
		vec3 specularColorFactor = specularColor;
		#ifdef USE_SPECULAR_COLORMAP
			specularColorFactor *= texture2D( specularColorMap, vSpecularColorMapUv ).rgb;
		#endif
		#ifdef USE_SPECULAR_INTENSITYMAP
			specularIntensityFactor *= texture2D( specularIntensityMap, vSpecularIntensityMapUv ).a;
		#endif
		material.specularF90 = mix( specularIntensityFactor, 1.0, metalnessFactor );
	#else
		float specularIntensityFactor = 1.0;
		vec3 specularColorFactor = vec3( 1.0 );
		material.specularF90 = 1.0;
	#endif
	material.specularColor = min( pow2( ( material.ior - 1.0 ) / ( material.ior + 1.0 ) ) * specularColorFactor, vec3( 1.0 ) ) * specularIntensityFactor;
	material.specularColorBlended = mix( material.specularColor, diffuseColor.rgb, metalnessFactor );
#else
	material.specularColor = vec3( 0.04 );
	material.specularColorBlended = mix( material.specularColor, diffuseColor.rgb, metalnessFactor );
	material.specularF90 = 1.0;
#endif
#ifdef USE_CLEARCOAT
	material.clearcoat = clearcoat;
	material.clearcoatRoughness = clearcoatRoughness;
	material.clearcoatF0 = vec3( 0.04 );
	material.clearcoatF90 = 1.0;
	#ifdef USE_CLEARCOATMAP
		material.clearcoat *= texture2D( clearcoatMap, vClearcoatMapUv ).x;
	#endif
	#ifdef USE_CLEARCOAT_ROUGHNESSMAP
		material.clearcoatRoughness *= texture2D( clearcoatRoughnessMap, vClearcoatRoughnessMapUv ).y;
	#endif
	material.clearcoat = saturate( material.clearcoat );	material.clearcoatRoughness = max( material.clearcoatRoughness, 0.045 );
	material.clearcoatRoughness += geometryRoughness;
	material.clearcoatRoughness = min( material.clearcoatRoughness, 1.0 );
#endif
#ifdef USE_DISPERSION
	material.dispersion = dispersion;
#endif
#ifdef USE_RETROREFLECTION
	material.retroreflectivity = retroreflectivity;
#endif
#ifdef USE_IRIDESCENCE
	material.iridescence = iridescence;
	material.iridescenceIOR = iridescenceIOR;
	#ifdef USE_IRIDESCENCEMAP
		material.iridescence *= texture2D( iridescenceMap, vIridescenceMapUv ).r;
	#endif
	#ifdef USE_IRIDESCENCE_THICKNESSMAP
		material.iridescenceThickness = (iridescenceThicknessMaximum - iridescenceThicknessMinimum) * texture2D( iridescenceThicknessMap, vIridescenceThicknessMapUv ).g + iridescenceThicknessMinimum;
	#else
		material.iridescenceThickness = iridescenceThicknessMaximum;
	#endif
#endif
#ifdef USE_SHEEN
	material.sheenColor = sheenColor;
	#ifdef USE_SHEEN_COLORMAP
		material.sheenColor *= texture2D( sheenColorMap, vSheenColorMapUv ).rgb;
	#endif
	material.sheenRoughness = clamp( sheenRoughness, 0.0001, 1.0 );
	#ifdef USE_SHEEN_ROUGHNESSMAP
		material.sheenRoughness *= texture2D( sheenRoughnessMap, vSheenRoughnessMapUv ).a;
	#endif
#endif
#ifdef USE_ANISOTROPY
	#ifdef USE_ANISOTROPYMAP
		mat2 anisotropyMat = mat2( anisotropyVector.x, anisotropyVector.y, - anisotropyVector.y, anisotropyVector.x );
		vec3 anisotropyPolar = texture2D( anisotropyMap, vAnisotropyMapUv ).rgb;
		vec2 anisotropyV = anisotropyMat * normalize( 2.0 * anisotropyPolar.rg - vec2( 1.0 ) ) * anisotropyPolar.b;
	#else
		vec2 anisotropyV = anisotropyVector;
	#endif
	material.anisotropy = length( anisotropyV );
	if( material.anisotropy == 0.0 ) {
		anisotropyV = vec2( 1.0, 0.0 );
	} else {
		anisotropyV /= material.anisotropy;
		material.anisotropy = saturate( material.anisotropy );
	}
	material.alphaT = mix( pow2( material.roughness ), 1.0, pow2( material.anisotropy ) );
	material.anisotropyT = tbn[ 0 ] * anisotropyV.x + tbn[ 1 ] * anisotropyV.y;
	material.anisotropyB = tbn[ 1 ] * anisotropyV.x - tbn[ 0 ] * anisotropyV.y;
#endif`,Zb=`uniform sampler2D dfgLUT;
struct PhysicalMaterial {
	vec3 diffuseColor;
	vec3 diffuseContribution;
	vec3 specularColor;
	vec3 specularColorBlended;
	float roughness;
	float metalness;
	float specularF90;
	float dispersion;
	vec2 dfg;
	vec3 multiScatteringCompensation;
	#ifdef USE_DIFFUSE_ROUGHNESS
		float diffuseRoughness;
	#endif
	#ifdef USE_RETROREFLECTION
		float retroreflectivity;
	#endif
	#ifdef USE_CLEARCOAT
		float clearcoat;
		float clearcoatRoughness;
		vec3 clearcoatF0;
		float clearcoatF90;
	#endif
	#ifdef USE_IRIDESCENCE
		float iridescence;
		float iridescenceIOR;
		float iridescenceThickness;
		vec3 iridescenceFresnel;
		vec3 iridescenceF0Dielectric;
		vec3 iridescenceF0Metallic;
	#endif
	#ifdef USE_SHEEN
		vec3 sheenColor;
		float sheenRoughness;
	#endif
	#ifdef IOR
		float ior;
	#endif
	#ifdef USE_TRANSMISSION
		float transmission;
		float transmissionAlpha;
		float thickness;
		float attenuationDistance;
		vec3 attenuationColor;
	#endif
	#ifdef USE_ANISOTROPY
		float anisotropy;
		float alphaT;
		vec3 anisotropyT;
		vec3 anisotropyB;
	#endif
};
vec3 clearcoatSpecularDirect = vec3( 0.0 );
vec3 clearcoatSpecularIndirect = vec3( 0.0 );
vec3 sheenSpecularDirect = vec3( 0.0 );
vec3 sheenSpecularIndirect = vec3(0.0 );
vec3 Schlick_to_F0( const in vec3 f, const in float f90, const in float dotVH ) {
    float x = clamp( 1.0 - dotVH, 0.0, 1.0 );
    float x2 = x * x;
    float x5 = clamp( x * x2 * x2, 0.0, 0.9999 );
    return ( f - vec3( f90 ) * x5 ) / ( 1.0 - x5 );
}
#ifdef USE_DIFFUSE_ROUGHNESS
	const float EON_EPSILON = 1e-7;
	float FON_DirectionalAlbedo( const in float mu, const in float roughness, const in float A ) {
		float muComp = 1.0 - mu;
		float gOverPi = muComp * ( 0.0571085289 + muComp * ( 0.491881867 + muComp * ( - 0.332181442 + muComp * 0.0714429953 ) ) );
		return A * ( 1.0 + roughness * gOverPi );
	}
	vec3 BRDF_EON( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in vec3 diffuseColor, const in float roughness ) {
		vec3 rho = saturate( diffuseColor );
		if ( roughness <= EON_EPSILON ) return BRDF_Lambert( rho );
		float dotNL = saturate( dot( normal, lightDir ) );
		float dotNV = saturate( dot( normal, viewDir ) );
		float s = dot( lightDir, viewDir ) - dotNL * dotNV;
		float sOverT = ( s > 0.0 ) ? s / max( max( dotNL, dotNV ), EON_EPSILON ) : s;
		float A = 1.0 / ( 1.0 + ( 0.5 - 2.0 / ( 3.0 * PI ) ) * roughness );
		vec3 singleScatter = rho * RECIPROCAL_PI * A * ( 1.0 + roughness * sOverT );
		float averageAlbedo = A * ( 1.0 + ( 2.0 / 3.0 - 28.0 / ( 15.0 * PI ) ) * roughness );
		float albedoV = FON_DirectionalAlbedo( dotNV, roughness, A );
		float albedoL = FON_DirectionalAlbedo( dotNL, roughness, A );
		vec3 rhoMultiScatter = rho * rho * averageAlbedo / max( vec3( EON_EPSILON ), vec3( 1.0 ) - rho * ( 1.0 - averageAlbedo ) );
		vec3 multiScatter = rhoMultiScatter * RECIPROCAL_PI
			* max( EON_EPSILON, 1.0 - albedoV )
			* max( EON_EPSILON, 1.0 - albedoL )
			/ max( EON_EPSILON, 1.0 - averageAlbedo );
		return singleScatter + multiScatter;
	}
	vec3 EON_DirectionalAlbedo( const in vec3 diffuseColor, const in float roughness, const in float dotNV ) {
		vec3 rho = saturate( diffuseColor );
		if ( roughness <= EON_EPSILON ) return rho;
		float A = 1.0 / ( 1.0 + ( 0.5 - 2.0 / ( 3.0 * PI ) ) * roughness );
		float directionalAlbedo = FON_DirectionalAlbedo( dotNV, roughness, A );
		float averageAlbedo = A * ( 1.0 + ( 2.0 / 3.0 - 28.0 / ( 15.0 * PI ) ) * roughness );
		vec3 rhoMultiScatter = rho * rho * averageAlbedo / max( vec3( EON_EPSILON ), vec3( 1.0 ) - rho * ( 1.0 - averageAlbedo ) );
		return rho * directionalAlbedo + rhoMultiScatter * ( 1.0 - directionalAlbedo );
	}
#endif
float V_GGX_SmithCorrelated( const in float alpha, const in float dotNL, const in float dotNV ) {
	float a2 = pow2( alpha );
	float gv = dotNL * sqrt( a2 + ( 1.0 - a2 ) * pow2( dotNV ) );
	float gl = dotNV * sqrt( a2 + ( 1.0 - a2 ) * pow2( dotNL ) );
	return 0.5 / max( gv + gl, EPSILON );
}
float D_GGX( const in float alpha, const in float dotNH ) {
	float a2 = pow2( alpha );
	float denom = pow2( dotNH ) * ( a2 - 1.0 ) + 1.0;
	return RECIPROCAL_PI * a2 / pow2( denom );
}
#ifdef USE_ANISOTROPY
	float V_GGX_SmithCorrelated_Anisotropic( const in float alphaT, const in float alphaB, const in float dotTV, const in float dotBV, const in float dotTL, const in float dotBL, const in float dotNV, const in float dotNL ) {
		float gv = dotNL * length( vec3( alphaT * dotTV, alphaB * dotBV, dotNV ) );
		float gl = dotNV * length( vec3( alphaT * dotTL, alphaB * dotBL, dotNL ) );
		return 0.5 / max( gv + gl, EPSILON );
	}
	float D_GGX_Anisotropic( const in float alphaT, const in float alphaB, const in float dotNH, const in float dotTH, const in float dotBH ) {
		float a2 = alphaT * alphaB;
		highp vec3 v = vec3( alphaB * dotTH, alphaT * dotBH, a2 * dotNH );
		highp float v2 = dot( v, v );
		float w2 = a2 / v2;
		return RECIPROCAL_PI * a2 * pow2 ( w2 );
	}
#endif
#ifdef USE_CLEARCOAT
	vec3 BRDF_GGX_Clearcoat( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in PhysicalMaterial material) {
		vec3 f0 = material.clearcoatF0;
		float f90 = material.clearcoatF90;
		float roughness = max( material.clearcoatRoughness, 0.045 );
		float alpha = pow2( roughness );
		vec3 halfDir = normalize( lightDir + viewDir );
		float dotNL = saturate( dot( normal, lightDir ) );
		float dotNV = saturate( dot( normal, viewDir ) );
		float dotNH = saturate( dot( normal, halfDir ) );
		float dotVH = saturate( dot( viewDir, halfDir ) );
		vec3 F = F_Schlick( f0, f90, dotVH );
		float V = V_GGX_SmithCorrelated( alpha, dotNL, dotNV );
		float D = D_GGX( alpha, dotNH );
		return F * ( V * D );
	}
#endif
vec3 BRDF_GGX( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in PhysicalMaterial material ) {
	vec3 f0 = material.specularColorBlended;
	float f90 = material.specularF90;
	float roughness = max( material.roughness, 0.045 );
	float alpha = pow2( roughness );
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNL = saturate( dot( normal, lightDir ) );
	float dotNV = saturate( dot( normal, viewDir ) );
	float dotNH = saturate( dot( normal, halfDir ) );
	float dotVH = saturate( dot( viewDir, halfDir ) );
	vec3 F = F_Schlick( f0, f90, dotVH );
	#ifdef USE_IRIDESCENCE
		F = mix( F, material.iridescenceFresnel, material.iridescence );
	#endif
	#ifdef USE_ANISOTROPY
		float dotTL = dot( material.anisotropyT, lightDir );
		float dotTV = dot( material.anisotropyT, viewDir );
		float dotTH = dot( material.anisotropyT, halfDir );
		float dotBL = dot( material.anisotropyB, lightDir );
		float dotBV = dot( material.anisotropyB, viewDir );
		float dotBH = dot( material.anisotropyB, halfDir );
		float alphaT = max( material.alphaT, alpha );
		float V = V_GGX_SmithCorrelated_Anisotropic( alphaT, alpha, dotTV, dotBV, dotTL, dotBL, dotNV, dotNL );
		float D = D_GGX_Anisotropic( alphaT, alpha, dotNH, dotTH, dotBH );
	#else
		float V = V_GGX_SmithCorrelated( alpha, dotNL, dotNV );
		float D = D_GGX( alpha, dotNH );
	#endif
	return F * ( V * D );
}
vec2 LTC_Uv( const in vec3 N, const in vec3 V, const in float roughness ) {
	const float LUT_SIZE = 64.0;
	const float LUT_SCALE = ( LUT_SIZE - 1.0 ) / LUT_SIZE;
	const float LUT_BIAS = 0.5 / LUT_SIZE;
	float dotNV = saturate( dot( N, V ) );
	vec2 uv = vec2( roughness, sqrt( 1.0 - dotNV ) );
	uv = uv * LUT_SCALE + LUT_BIAS;
	return uv;
}
float LTC_ClippedSphereFormFactor( const in vec3 f ) {
	float l = length( f );
	return max( ( l * l + f.z ) / ( l + 1.0 ), 0.0 );
}
vec3 LTC_EdgeVectorFormFactor( const in vec3 v1, const in vec3 v2 ) {
	float x = dot( v1, v2 );
	float y = abs( x );
	float a = 0.8543985 + ( 0.4965155 + 0.0145206 * y ) * y;
	float b = 3.4175940 + ( 4.1616724 + y ) * y;
	float v = a / b;
	float theta_sintheta = ( x > 0.0 ) ? v : 0.5 * inversesqrt( max( 1.0 - x * x, 1e-7 ) ) - v;
	return cross( v1, v2 ) * theta_sintheta;
}
vec3 LTC_Evaluate( const in vec3 N, const in vec3 V, const in vec3 P, const in mat3 mInv, const in vec3 rectCoords[ 4 ] ) {
	vec3 v1 = rectCoords[ 1 ] - rectCoords[ 0 ];
	vec3 v2 = rectCoords[ 3 ] - rectCoords[ 0 ];
	vec3 lightNormal = cross( v1, v2 );
	if( dot( lightNormal, P - rectCoords[ 0 ] ) < 0.0 ) return vec3( 0.0 );
	vec3 T1, T2;
	T1 = normalize( V - N * dot( V, N ) );
	T2 = - cross( N, T1 );
	mat3 mat = mInv * transpose( mat3( T1, T2, N ) );
	vec3 coords[ 4 ];
	coords[ 0 ] = mat * ( rectCoords[ 0 ] - P );
	coords[ 1 ] = mat * ( rectCoords[ 1 ] - P );
	coords[ 2 ] = mat * ( rectCoords[ 2 ] - P );
	coords[ 3 ] = mat * ( rectCoords[ 3 ] - P );
	coords[ 0 ] = normalize( coords[ 0 ] );
	coords[ 1 ] = normalize( coords[ 1 ] );
	coords[ 2 ] = normalize( coords[ 2 ] );
	coords[ 3 ] = normalize( coords[ 3 ] );
	vec3 vectorFormFactor = vec3( 0.0 );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 0 ], coords[ 1 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 1 ], coords[ 2 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 2 ], coords[ 3 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 3 ], coords[ 0 ] );
	float result = LTC_ClippedSphereFormFactor( vectorFormFactor );
	return vec3( result );
}
#if defined( USE_SHEEN )
float D_Charlie( float roughness, float dotNH ) {
	float alpha = pow2( roughness );
	float invAlpha = 1.0 / alpha;
	float cos2h = dotNH * dotNH;
	float sin2h = max( 1.0 - cos2h, 0.0078125 );
	return ( 2.0 + invAlpha ) * pow( sin2h, invAlpha * 0.5 ) / ( 2.0 * PI );
}
float V_Neubelt( float dotNV, float dotNL ) {
	return saturate( 1.0 / ( 4.0 * ( dotNL + dotNV - dotNL * dotNV ) ) );
}
vec3 BRDF_Sheen( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, vec3 sheenColor, const in float sheenRoughness ) {
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNL = saturate( dot( normal, lightDir ) );
	float dotNV = saturate( dot( normal, viewDir ) );
	float dotNH = saturate( dot( normal, halfDir ) );
	float D = D_Charlie( sheenRoughness, dotNH );
	float V = V_Neubelt( dotNV, dotNL );
	return sheenColor * ( D * V );
}
#endif
float IBLSheenBRDF( const in vec3 normal, const in vec3 viewDir, const in float roughness ) {
	float dotNV = saturate( dot( normal, viewDir ) );
	float r2 = roughness * roughness;
	float rInv = 1.0 / ( roughness + 0.1 );
	float a = -1.9362 + 1.0678 * roughness + 0.4573 * r2 - 0.8469 * rInv;
	float b = -0.6014 + 0.5538 * roughness - 0.4670 * r2 - 0.1255 * rInv;
	float DG = exp( a * dotNV + b );
	return saturate( DG );
}
vec3 EnvironmentBRDF( const in vec3 normal, const in vec3 viewDir, const in vec3 specularColor, const in float specularF90, const in float roughness ) {
	float dotNV = saturate( dot( normal, viewDir ) );
	vec2 fab = texture2D( dfgLUT, vec2( roughness, dotNV ) ).rg;
	return specularColor * fab.x + specularF90 * fab.y;
}
#ifdef USE_IRIDESCENCE
void computeMultiscatteringIridescence( const in vec2 fab, const in vec3 specularColor, const in float specularF90, const in float iridescence, const in vec3 iridescenceF0, inout vec3 singleScatter, inout vec3 multiScatter ) {
#else
void computeMultiscattering( const in vec2 fab, const in vec3 specularColor, const in float specularF90, inout vec3 singleScatter, inout vec3 multiScatter ) {
#endif
	#ifdef USE_IRIDESCENCE
		vec3 Fr = mix( specularColor, iridescenceF0, iridescence );
	#else
		vec3 Fr = specularColor;
	#endif
	vec3 FssEss = Fr * fab.x + specularF90 * fab.y;
	float Ess = fab.x + fab.y;
	float Ems = 1.0 - Ess;
	vec3 Favg = Fr + ( 1.0 - Fr ) * 0.047619;	vec3 Fms = FssEss * Favg / ( 1.0 - Ems * Favg );
	singleScatter += FssEss;
	multiScatter += Fms * Ems;
}
#if NUM_RECT_AREA_LIGHTS > 0
	void RE_Direct_RectArea_Physical( const in RectAreaLight rectAreaLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
		vec3 normal = geometryNormal;
		vec3 viewDir = geometryViewDir;
		vec3 position = geometryPosition;
		vec3 lightPos = rectAreaLight.position;
		vec3 halfWidth = rectAreaLight.halfWidth;
		vec3 halfHeight = rectAreaLight.halfHeight;
		vec3 lightColor = rectAreaLight.color;
		float roughness = material.roughness;
		vec3 rectCoords[ 4 ];
		rectCoords[ 0 ] = lightPos + halfWidth - halfHeight;		rectCoords[ 1 ] = lightPos - halfWidth - halfHeight;
		rectCoords[ 2 ] = lightPos - halfWidth + halfHeight;
		rectCoords[ 3 ] = lightPos + halfWidth + halfHeight;
		vec2 uv = LTC_Uv( normal, viewDir, roughness );
		vec4 t1 = texture2D( ltc_1, uv );
		vec4 t2 = texture2D( ltc_2, uv );
		mat3 mInv = mat3(
			vec3( t1.x, 0, t1.y ),
			vec3(    0, 1,    0 ),
			vec3( t1.z, 0, t1.w )
		);
		vec3 fresnel = ( material.specularColorBlended * t2.x + ( material.specularF90 - material.specularColorBlended ) * t2.y );
		reflectedLight.directSpecular += lightColor * fresnel * LTC_Evaluate( normal, viewDir, position, mInv, rectCoords );
		reflectedLight.directDiffuse += lightColor * material.diffuseContribution * LTC_Evaluate( normal, viewDir, position, mat3( 1.0 ), rectCoords );
		#ifdef USE_CLEARCOAT
			vec3 Ncc = geometryClearcoatNormal;
			vec2 uvClearcoat = LTC_Uv( Ncc, viewDir, material.clearcoatRoughness );
			vec4 t1Clearcoat = texture2D( ltc_1, uvClearcoat );
			vec4 t2Clearcoat = texture2D( ltc_2, uvClearcoat );
			mat3 mInvClearcoat = mat3(
				vec3( t1Clearcoat.x, 0, t1Clearcoat.y ),
				vec3(             0, 1,             0 ),
				vec3( t1Clearcoat.z, 0, t1Clearcoat.w )
			);
			vec3 fresnelClearcoat = material.clearcoatF0 * t2Clearcoat.x + ( material.clearcoatF90 - material.clearcoatF0 ) * t2Clearcoat.y;
			clearcoatSpecularDirect += lightColor * fresnelClearcoat * LTC_Evaluate( Ncc, viewDir, position, mInvClearcoat, rectCoords );
		#endif
	}
#endif
void RE_Direct_Physical( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	#ifdef USE_CLEARCOAT
		float dotNLcc = saturate( dot( geometryClearcoatNormal, directLight.direction ) );
		vec3 ccIrradiance = dotNLcc * directLight.color;
		clearcoatSpecularDirect += ccIrradiance * BRDF_GGX_Clearcoat( directLight.direction, geometryViewDir, geometryClearcoatNormal, material );
	#endif
	#ifdef USE_SHEEN
 
 		sheenSpecularDirect += irradiance * BRDF_Sheen( directLight.direction, geometryViewDir, geometryNormal, material.sheenColor, material.sheenRoughness );
 
 		float sheenAlbedoV = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
 		float sheenAlbedoL = IBLSheenBRDF( geometryNormal, directLight.direction, material.sheenRoughness );
 
 		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * max( sheenAlbedoV, sheenAlbedoL );
 
 		irradiance *= sheenEnergyComp;
 
 	#endif
	vec3 specularBRDF = BRDF_GGX( directLight.direction, geometryViewDir, geometryNormal, material );
	#ifdef USE_RETROREFLECTION
		vec3 retroViewDir = reflect( - geometryViewDir, geometryNormal );
		vec3 retroSpecularBRDF = BRDF_GGX( directLight.direction, retroViewDir, geometryNormal, material );
		specularBRDF = mix( specularBRDF, retroSpecularBRDF, saturate( material.retroreflectivity ) );
	#endif
	reflectedLight.directSpecular += irradiance * specularBRDF * material.multiScatteringCompensation;
	vec3 halfDir = normalize( directLight.direction + geometryViewDir );
	float dotVH = saturate( dot( geometryViewDir, halfDir ) );
	vec3 F = F_Schlick( material.specularColor, material.specularF90, dotVH );
	#ifdef USE_RETROREFLECTION
		vec3 retroHalfDir = normalize( directLight.direction + retroViewDir );
		float dotRetroVH = saturate( dot( retroViewDir, retroHalfDir ) );
		vec3 retroF = F_Schlick( material.specularColor, material.specularF90, dotRetroVH );
		F = mix( F, retroF, saturate( material.retroreflectivity ) );
	#endif
	#ifdef USE_DIFFUSE_ROUGHNESS
		vec3 diffuseBRDF = BRDF_EON( directLight.direction, geometryViewDir, geometryNormal, material.diffuseColor, material.diffuseRoughness ) * ( 1.0 - material.metalness );
	#else
		vec3 diffuseBRDF = BRDF_Lambert( material.diffuseContribution );
	#endif
	reflectedLight.directDiffuse += irradiance * diffuseBRDF * ( 1.0 - F );
}
void RE_IndirectDiffuse_Physical( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
	vec3 singleScattering = vec3( 0.0 );
	vec3 multiScattering = vec3( 0.0 );
	#ifdef USE_IRIDESCENCE
		computeMultiscatteringIridescence( material.dfg, material.specularColor, material.specularF90, material.iridescence, material.iridescenceF0Dielectric, singleScattering, multiScattering );
	#else
		computeMultiscattering( material.dfg, material.specularColor, material.specularF90, singleScattering, multiScattering );
	#endif
	#ifdef USE_DIFFUSE_ROUGHNESS
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		vec3 diffuseAlbedo = EON_DirectionalAlbedo( material.diffuseColor, material.diffuseRoughness, dotNV ) * ( 1.0 - material.metalness );
		vec3 diffuse = irradiance * RECIPROCAL_PI * diffuseAlbedo * ( 1.0 - singleScattering - multiScattering );
	#else
		vec3 diffuse = irradiance * BRDF_Lambert( material.diffuseContribution ) * ( 1.0 - singleScattering - multiScattering );
	#endif
	#ifdef USE_SHEEN
		float sheenAlbedo = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
		sheenSpecularIndirect += irradiance * material.sheenColor * sheenAlbedo * RECIPROCAL_PI;
		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * sheenAlbedo;
		diffuse *= sheenEnergyComp;
	#endif
	reflectedLight.indirectDiffuse += diffuse;
}
void RE_IndirectSpecular_Physical( const in vec3 radiance, const in vec3 irradiance, const in vec3 clearcoatRadiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight) {
	#ifdef USE_CLEARCOAT
		clearcoatSpecularIndirect += clearcoatRadiance * EnvironmentBRDF( geometryClearcoatNormal, geometryViewDir, material.clearcoatF0, material.clearcoatF90, material.clearcoatRoughness );
	#endif
	#ifdef USE_SHEEN
		sheenSpecularIndirect += irradiance * material.sheenColor * IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness ) * RECIPROCAL_PI;
 	#endif
	vec3 singleScatteringDielectric = vec3( 0.0 );
	vec3 multiScatteringDielectric = vec3( 0.0 );
	vec3 singleScatteringMetallic = vec3( 0.0 );
	vec3 multiScatteringMetallic = vec3( 0.0 );
	#ifdef USE_IRIDESCENCE
		computeMultiscatteringIridescence( material.dfg, material.specularColor, material.specularF90, material.iridescence, material.iridescenceF0Dielectric, singleScatteringDielectric, multiScatteringDielectric );
		computeMultiscatteringIridescence( material.dfg, material.diffuseColor, material.specularF90, material.iridescence, material.iridescenceF0Metallic, singleScatteringMetallic, multiScatteringMetallic );
	#else
		computeMultiscattering( material.dfg, material.specularColor, material.specularF90, singleScatteringDielectric, multiScatteringDielectric );
		computeMultiscattering( material.dfg, material.diffuseColor, material.specularF90, singleScatteringMetallic, multiScatteringMetallic );
	#endif
	vec3 singleScattering = mix( singleScatteringDielectric, singleScatteringMetallic, material.metalness );
	vec3 multiScattering = mix( multiScatteringDielectric, multiScatteringMetallic, material.metalness );
	vec3 totalScatteringDielectric = singleScatteringDielectric + multiScatteringDielectric;
	#ifdef USE_DIFFUSE_ROUGHNESS
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		vec3 diffuse = EON_DirectionalAlbedo( material.diffuseColor, material.diffuseRoughness, dotNV ) * ( 1.0 - material.metalness ) * ( 1.0 - totalScatteringDielectric );
	#else
		vec3 diffuse = material.diffuseContribution * ( 1.0 - totalScatteringDielectric );
	#endif
	vec3 cosineWeightedIrradiance = irradiance * RECIPROCAL_PI;
	vec3 indirectSpecular = radiance * singleScattering;
	indirectSpecular += multiScattering * cosineWeightedIrradiance;
	vec3 indirectDiffuse = diffuse * cosineWeightedIrradiance;
	#ifdef USE_SHEEN
		float sheenAlbedo = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * sheenAlbedo;
		indirectSpecular *= sheenEnergyComp;
		indirectDiffuse *= sheenEnergyComp;
	#endif
	reflectedLight.indirectSpecular += indirectSpecular;
	reflectedLight.indirectDiffuse += indirectDiffuse;
}
#define RE_Direct				RE_Direct_Physical
#define RE_Direct_RectArea		RE_Direct_RectArea_Physical
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Physical
#define RE_IndirectSpecular		RE_IndirectSpecular_Physical
float computeSpecularOcclusion( const in float dotNV, const in float ambientOcclusion, const in float roughness ) {
	return saturate( pow( dotNV + ambientOcclusion, exp2( - 16.0 * roughness - 1.0 ) ) - 1.0 + ambientOcclusion );
}`,Jb=`
vec3 geometryPosition = - vViewPosition;
vec3 geometryNormal = normal;
vec3 geometryViewDir = ( isOrthographic ) ? vec3( 0, 0, 1 ) : normalize( vViewPosition );
vec3 geometryClearcoatNormal = vec3( 0.0 );
#ifdef USE_CLEARCOAT
	geometryClearcoatNormal = clearcoatNormal;
#endif
#ifdef USE_IRIDESCENCE
	float dotNVi = saturate( dot( normal, geometryViewDir ) );
	if ( material.iridescenceThickness == 0.0 ) {
		material.iridescence = 0.0;
	} else {
		material.iridescence = saturate( material.iridescence );
	}
	if ( material.iridescence > 0.0 ) {
		vec3 iridescenceFresnelDielectric = evalIridescence( 1.0, material.iridescenceIOR, dotNVi, material.iridescenceThickness, material.specularColor );
		vec3 iridescenceFresnelMetallic = evalIridescence( 1.0, material.iridescenceIOR, dotNVi, material.iridescenceThickness, material.diffuseColor );
		material.iridescenceFresnel = mix( iridescenceFresnelDielectric, iridescenceFresnelMetallic, material.metalness );
		material.iridescenceF0Dielectric = Schlick_to_F0( iridescenceFresnelDielectric, 1.0, dotNVi );
		material.iridescenceF0Metallic = Schlick_to_F0( iridescenceFresnelMetallic, 1.0, dotNVi );
	}
#endif
#ifdef STANDARD
	float dotNVms = saturate( dot( geometryNormal, geometryViewDir ) );
	material.dfg = texture2D( dfgLUT, vec2( material.roughness, dotNVms ) ).rg;
	#if ( NUM_SUN_LIGHTS > 0 || NUM_DIR_LIGHTS > 0 || NUM_POINT_LIGHTS > 0 || NUM_SPOT_LIGHTS > 0 )
		float EssMs = material.dfg.x + material.dfg.y;
		material.multiScatteringCompensation = 1.0 + material.specularColorBlended * ( 1.0 / EssMs - 1.0 );
	#endif
#endif
IncidentLight directLight;
#if ( NUM_POINT_LIGHTS > 0 ) && defined( RE_Direct )
	PointLight pointLight;
	#if defined( USE_SHADOWMAP ) && NUM_POINT_LIGHT_SHADOWS > 0
	PointLightShadow pointLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_POINT_LIGHTS; i ++ ) {
		pointLight = pointLights[ i ];
		getPointLightInfo( pointLight, geometryPosition, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_POINT_LIGHT_SHADOWS ) && ( defined( SHADOWMAP_TYPE_PCF ) || defined( SHADOWMAP_TYPE_BASIC ) )
		pointLightShadow = pointLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getPointShadow( pointShadowMap[ i ], pointLightShadow.shadowMapSize, pointLightShadow.shadowIntensity, pointLightShadow.shadowBias, pointLightShadow.shadowRadius, vPointShadowCoord[ i ], pointLightShadow.shadowCameraNear, pointLightShadow.shadowCameraFar ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_SPOT_LIGHTS > 0 ) && defined( RE_Direct )
	SpotLight spotLight;
	vec4 spotColor;
	vec3 spotLightCoord;
	bool inSpotLightMap;
	#if defined( USE_SHADOWMAP ) && NUM_SPOT_LIGHT_SHADOWS > 0
	SpotLightShadow spotLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHTS; i ++ ) {
		spotLight = spotLights[ i ];
		getSpotLightInfo( spotLight, geometryPosition, directLight );
		#if ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS )
		#define SPOT_LIGHT_MAP_INDEX UNROLLED_LOOP_INDEX
		#elif ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
		#define SPOT_LIGHT_MAP_INDEX NUM_SPOT_LIGHT_MAPS
		#else
		#define SPOT_LIGHT_MAP_INDEX ( UNROLLED_LOOP_INDEX - NUM_SPOT_LIGHT_SHADOWS + NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS )
		#endif
		#if ( SPOT_LIGHT_MAP_INDEX < NUM_SPOT_LIGHT_MAPS )
			spotLightCoord = vSpotLightCoord[ i ].xyz / vSpotLightCoord[ i ].w;
			inSpotLightMap = all( lessThan( abs( spotLightCoord * 2. - 1. ), vec3( 1.0 ) ) );
			spotColor = texture2D( spotLightMap[ SPOT_LIGHT_MAP_INDEX ], spotLightCoord.xy );
			directLight.color = inSpotLightMap ? directLight.color * spotColor.rgb : directLight.color;
		#endif
		#undef SPOT_LIGHT_MAP_INDEX
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
		spotLightShadow = spotLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getShadow( spotShadowMap[ i ], spotLightShadow.shadowMapSize, spotLightShadow.shadowIntensity, spotLightShadow.shadowBias, spotLightShadow.shadowRadius, vSpotLightCoord[ i ] ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_SUN_LIGHTS > 0 ) && defined( RE_Direct )
	SunLight sunLight;
	#if defined( USE_SHADOWMAP ) && NUM_SUN_LIGHT_SHADOWS > 0
	SunLightShadow sunLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SUN_LIGHTS; i ++ ) {
		sunLight = sunLights[ i ];
		getSunLightInfo( sunLight, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_SUN_LIGHT_SHADOWS )
		sunLightShadow = sunLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getSunShadow( sunShadowMap[ i ], sunLightShadow, UNROLLED_LOOP_INDEX ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_DIR_LIGHTS > 0 ) && defined( RE_Direct )
	DirectionalLight directionalLight;
	#if defined( USE_SHADOWMAP ) && NUM_DIR_LIGHT_SHADOWS > 0
	DirectionalLightShadow directionalLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_DIR_LIGHTS; i ++ ) {
		directionalLight = directionalLights[ i ];
		getDirectionalLightInfo( directionalLight, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_DIR_LIGHT_SHADOWS )
		directionalLightShadow = directionalLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getShadow( directionalShadowMap[ i ], directionalLightShadow.shadowMapSize, directionalLightShadow.shadowIntensity, directionalLightShadow.shadowBias, directionalLightShadow.shadowRadius, vDirectionalShadowCoord[ i ] ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_RECT_AREA_LIGHTS > 0 ) && defined( RE_Direct_RectArea )
	RectAreaLight rectAreaLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_RECT_AREA_LIGHTS; i ++ ) {
		rectAreaLight = rectAreaLights[ i ];
		RE_Direct_RectArea( rectAreaLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if defined( RE_IndirectDiffuse )
	vec3 iblIrradiance = vec3( 0.0 );
	vec3 irradiance = getAmbientLightIrradiance( ambientLightColor );
	#if defined( USE_LIGHT_PROBES )
		irradiance += getLightProbeIrradiance( lightProbe, geometryNormal );
	#endif
	#if ( NUM_HEMI_LIGHTS > 0 )
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_HEMI_LIGHTS; i ++ ) {
			irradiance += getHemisphereLightIrradiance( hemisphereLights[ i ], geometryNormal );
		}
		#pragma unroll_loop_end
	#endif
	#if NUM_LIGHT_PROBE_GRIDS > 0
		vec3 probeWorldPos = ( ( vec4( geometryPosition, 1.0 ) - viewMatrix[ 3 ] ) * viewMatrix ).xyz;
		vec3 probeWorldNormal = transformNormalByInverseViewMatrix( geometryNormal, viewMatrix );
		int probeGrid = - 1;
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_LIGHT_PROBE_GRIDS; i ++ ) {
			if ( isInsideLightProbeGrid( probeWorldPos, probeWorldNormal, probesMin[ i ], probesMax[ i ], probesResolution[ i ] ) ) probeGrid = UNROLLED_LOOP_INDEX;
		}
		#pragma unroll_loop_end
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_LIGHT_PROBE_GRIDS; i ++ ) {
			if ( probeGrid == UNROLLED_LOOP_INDEX ) irradiance += getLightProbeGridIrradiance( probesSH[ i ], probesMin[ i ], probesMax[ i ], probesResolution[ i ], probeWorldPos, probeWorldNormal );
		}
		#pragma unroll_loop_end
	#endif
#endif
#if defined( RE_IndirectSpecular )
	vec3 radiance = vec3( 0.0 );
	vec3 clearcoatRadiance = vec3( 0.0 );
#endif`,Kb=`#if defined( RE_IndirectDiffuse )
	#ifdef USE_LIGHTMAP
		vec4 lightMapTexel = texture2D( lightMap, vLightMapUv );
		vec3 lightMapIrradiance = lightMapTexel.rgb * lightMapIntensity;
		irradiance += lightMapIrradiance;
	#endif
	#if defined( USE_ENVMAP ) && defined( ENVMAP_TYPE_PMREM )
		#if defined( STANDARD ) || defined( LAMBERT ) || defined( PHONG )
			iblIrradiance += getIBLIrradiance( geometryNormal );
		#endif
	#endif
#endif
#if defined( USE_ENVMAP ) && defined( RE_IndirectSpecular )
	#ifdef USE_ANISOTROPY
		vec3 iblRadiance = getIBLAnisotropyRadiance( geometryViewDir, geometryNormal, material.roughness, material.anisotropyB, material.anisotropy );
	#else
		vec3 iblRadiance = getIBLRadiance( geometryViewDir, geometryNormal, material.roughness );
	#endif
	#ifdef USE_RETROREFLECTION
		#ifdef USE_ANISOTROPY
			vec3 retroIBLRadiance = getIBLAnisotropyRetroRadiance( geometryViewDir, geometryNormal, material.roughness, material.anisotropyB, material.anisotropy );
		#else
			vec3 retroIBLRadiance = getIBLRetroRadiance( geometryViewDir, geometryNormal, material.roughness );
		#endif
		iblRadiance = mix( iblRadiance, retroIBLRadiance, saturate( material.retroreflectivity ) );
	#endif
	radiance += iblRadiance;
	#ifdef USE_CLEARCOAT
		clearcoatRadiance += getIBLRadiance( geometryViewDir, geometryClearcoatNormal, material.clearcoatRoughness );
	#endif
#endif`,jb=`#if defined( RE_IndirectDiffuse )
	#if defined( LAMBERT ) || defined( PHONG )
		irradiance += iblIrradiance;
	#endif
	RE_IndirectDiffuse( irradiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif
#if defined( RE_IndirectSpecular )
	RE_IndirectSpecular( radiance, iblIrradiance, clearcoatRadiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif`,Qb=`#if NUM_LIGHT_PROBE_GRIDS > 0
uniform highp sampler3D probesSH[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesMin[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesMax[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesResolution[ NUM_LIGHT_PROBE_GRIDS ];
bool isInsideLightProbeGrid( vec3 worldPos, vec3 worldNormal, vec3 probesMin, vec3 probesMax, vec3 probesResolution ) {
	vec3 spacing = ( probesMax - probesMin ) / probesResolution;
	vec3 samplePos = worldPos + worldNormal * spacing * 0.5;
	vec3 margin = spacing * 0.01;
	return all( greaterThanEqual( samplePos, probesMin - margin ) ) && all( lessThanEqual( samplePos, probesMax + margin ) );
}
vec3 getLightProbeGridIrradiance( highp sampler3D probesSH, vec3 probesMin, vec3 probesMax, vec3 probesResolution, vec3 worldPos, vec3 worldNormal ) {
	vec3 res = probesResolution;
	vec3 gridRange = probesMax - probesMin;
	vec3 probeSpacing = gridRange / res;
	vec3 samplePos = worldPos + worldNormal * probeSpacing * 0.5;
	vec3 uvw = clamp( ( samplePos - probesMin ) / gridRange, 0.5 / res, 1.0 - 0.5 / res );
	float nz          = res.z;
	float paddedSlices = nz + 2.0;
	float atlasDepth  = 7.0 * paddedSlices;
	float uvZBase     = uvw.z * nz + 1.0;
	vec4 s0 = texture( probesSH, vec3( uvw.xy, ( uvZBase                       ) / atlasDepth ) );
	vec4 s1 = texture( probesSH, vec3( uvw.xy, ( uvZBase +       paddedSlices   ) / atlasDepth ) );
	vec4 s2 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 2.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s3 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 3.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s4 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 4.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s5 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 5.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s6 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 6.0 * paddedSlices   ) / atlasDepth ) );
	vec3 c0 = s0.xyz;
	vec3 c1 = vec3( s0.w, s1.xy );
	vec3 c2 = vec3( s1.zw, s2.x );
	vec3 c3 = s2.yzw;
	vec3 c4 = s3.xyz;
	vec3 c5 = vec3( s3.w, s4.xy );
	vec3 c6 = vec3( s4.zw, s5.x );
	vec3 c7 = s5.yzw;
	vec3 c8 = s6.xyz;
	float x = worldNormal.x, y = worldNormal.y, z = worldNormal.z;
	vec3 result = c0 * 0.886227;
	result += c1 * 2.0 * 0.511664 * y;
	result += c2 * 2.0 * 0.511664 * z;
	result += c3 * 2.0 * 0.511664 * x;
	result += c4 * 2.0 * 0.429043 * x * y;
	result += c5 * 2.0 * 0.429043 * y * z;
	result += c6 * ( 0.743125 * z * z - 0.247708 );
	result += c7 * 2.0 * 0.429043 * x * z;
	result += c8 * 0.429043 * ( x * x - y * y );
	return max( result, vec3( 0.0 ) );
}
#endif`,eM=`#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
	gl_FragDepth = vIsPerspective == 0.0 ? gl_FragCoord.z : log2( vFragDepth ) * logDepthBufFC * 0.5;
#endif`,tM=`#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
	uniform float logDepthBufFC;
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,nM=`#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,iM=`#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
	vFragDepth = 1.0 + gl_Position.w;
	vIsPerspective = float( isPerspectiveMatrix( projectionMatrix ) );
#endif`,sM=`#ifdef USE_MAP
	vec4 sampledDiffuseColor = texture2D( map, vMapUv );
	#ifdef DECODE_VIDEO_TEXTURE
		sampledDiffuseColor = sRGBTransferEOTF( sampledDiffuseColor );
	#endif
	diffuseColor *= sampledDiffuseColor;
#endif`,rM=`#ifdef USE_MAP
	uniform sampler2D map;
#endif`,oM=`#if defined( USE_MAP ) || defined( USE_ALPHAMAP )
	#if defined( USE_POINTS_UV )
		vec2 uv = vUv;
	#else
		vec2 uv = ( uvTransform * vec3( gl_PointCoord.x, 1.0 - gl_PointCoord.y, 1 ) ).xy;
	#endif
#endif
#ifdef USE_MAP
	diffuseColor *= texture2D( map, uv );
#endif
#ifdef USE_ALPHAMAP
	diffuseColor.a *= texture2D( alphaMap, uv ).g;
#endif`,aM=`#if defined( USE_POINTS_UV )
	varying vec2 vUv;
#else
	#if defined( USE_MAP ) || defined( USE_ALPHAMAP )
		uniform mat3 uvTransform;
	#endif
#endif
#ifdef USE_MAP
	uniform sampler2D map;
#endif
#ifdef USE_ALPHAMAP
	uniform sampler2D alphaMap;
#endif`,lM=`float metalnessFactor = metalness;
#ifdef USE_METALNESSMAP
	vec4 texelMetalness = texture2D( metalnessMap, vMetalnessMapUv );
	metalnessFactor *= texelMetalness.b;
#endif`,cM=`#ifdef USE_METALNESSMAP
	uniform sampler2D metalnessMap;
#endif`,hM=`#ifdef USE_INSTANCING_MORPH
	float morphTargetInfluences[ MORPHTARGETS_COUNT ];
	float morphTargetBaseInfluence = texelFetch( morphTexture, ivec2( 0, gl_InstanceID ), 0 ).r;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		morphTargetInfluences[i] =  texelFetch( morphTexture, ivec2( i + 1, gl_InstanceID ), 0 ).r;
	}
#endif`,uM=`#if defined( USE_MORPHCOLORS )
	#if defined( USE_COLOR_ALPHA )
		vColor *= morphTargetBaseInfluence;
	#elif defined( USE_COLOR )
		vColor.rgb *= morphTargetBaseInfluence;
	#endif
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		#if defined( USE_COLOR_ALPHA )
			if ( morphTargetInfluences[ i ] != 0.0 ) vColor += getMorph( gl_VertexID, i, 2 ) * morphTargetInfluences[ i ];
		#elif defined( USE_COLOR )
			if ( morphTargetInfluences[ i ] != 0.0 ) vColor.rgb += getMorph( gl_VertexID, i, 2 ).rgb * morphTargetInfluences[ i ];
		#endif
	}
#endif`,dM=`#ifdef USE_MORPHNORMALS
	objectNormal *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) objectNormal += getMorph( gl_VertexID, i, 1 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,fM=`#ifdef USE_MORPHTARGETS
	#ifndef USE_INSTANCING_MORPH
		uniform float morphTargetBaseInfluence;
		uniform float morphTargetInfluences[ MORPHTARGETS_COUNT ];
	#endif
	uniform sampler2DArray morphTargetsTexture;
	uniform ivec2 morphTargetsTextureSize;
	vec4 getMorph( const in int vertexIndex, const in int morphTargetIndex, const in int offset ) {
		int texelIndex = vertexIndex * MORPHTARGETS_TEXTURE_STRIDE + offset;
		int y = texelIndex / morphTargetsTextureSize.x;
		int x = texelIndex - y * morphTargetsTextureSize.x;
		ivec3 morphUV = ivec3( x, y, morphTargetIndex );
		return texelFetch( morphTargetsTexture, morphUV, 0 );
	}
#endif`,pM=`#ifdef USE_MORPHTARGETS
	transformed *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) transformed += getMorph( gl_VertexID, i, 0 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,mM=`float faceDirection = gl_FrontFacing ? 1.0 : - 1.0;
#ifdef FLAT_SHADED
	vec3 fdx = dFdx( vViewPosition );
	vec3 fdy = dFdy( vViewPosition );
	vec3 normal = normalize( cross( fdx, fdy ) );
#else
	vec3 normal = normalize( vNormal );
	#ifdef DOUBLE_SIDED
		normal *= faceDirection;
	#endif
#endif
#if defined( USE_NORMALMAP_TANGENTSPACE ) || defined( USE_CLEARCOAT_NORMALMAP ) || defined( USE_ANISOTROPY )
	#ifdef USE_TANGENT
		mat3 tbn = mat3( normalize( vTangent ), normalize( vBitangent ), normal );
	#else
		mat3 tbn = getTangentFrame( - vViewPosition, normal,
		#if defined( USE_NORMALMAP )
			vNormalMapUv
		#elif defined( USE_CLEARCOAT_NORMALMAP )
			vClearcoatNormalMapUv
		#else
			vUv
		#endif
		);
	#endif
	#ifdef DOUBLE_SIDED
		tbn[0] *= faceDirection;
		tbn[1] *= faceDirection;
	#endif
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	#ifdef USE_TANGENT
		mat3 tbn2 = mat3( normalize( vTangent ), normalize( vBitangent ), normal );
	#else
		mat3 tbn2 = getTangentFrame( - vViewPosition, normal, vClearcoatNormalMapUv );
	#endif
	#ifdef DOUBLE_SIDED
		tbn2[0] *= faceDirection;
		tbn2[1] *= faceDirection;
	#endif
#endif
vec3 nonPerturbedNormal = normal;`,gM=`#ifdef USE_NORMALMAP_OBJECTSPACE
	normal = texture2D( normalMap, vNormalMapUv ).xyz * 2.0 - 1.0;
	#ifdef FLIP_SIDED
		normal = - normal;
	#endif
	#ifdef DOUBLE_SIDED
		normal = normal * faceDirection;
	#endif
	normal = normalize( normalMatrix * normal );
#elif defined( USE_NORMALMAP_TANGENTSPACE )
	vec3 mapN = texture2D( normalMap, vNormalMapUv ).xyz * 2.0 - 1.0;
	#if defined( USE_PACKED_NORMALMAP )
		mapN = vec3( mapN.xy, sqrt( saturate( 1.0 - dot( mapN.xy, mapN.xy ) ) ) );
	#endif
	mapN.xy *= normalScale;
	normal = normalize( tbn * mapN );
#elif defined( USE_BUMPMAP )
	normal = perturbNormalArb( - vViewPosition, normal, dHdxy_fwd(), faceDirection );
#endif`,xM=`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,vM=`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,yM=`#ifndef FLAT_SHADED
	vNormal = normalize( transformedNormal );
	#ifdef USE_TANGENT
		vTangent = normalize( transformedTangent );
		vBitangent = normalize( cross( vNormal, vTangent ) * tangent.w );
		#ifdef FLIP_SIDED
			vBitangent = - vBitangent;
		#endif
	#endif
#endif`,_M=`#ifdef USE_NORMALMAP
	uniform sampler2D normalMap;
	uniform vec2 normalScale;
#endif
#ifdef USE_NORMALMAP_OBJECTSPACE
	uniform mat3 normalMatrix;
#endif
#if ! defined ( USE_TANGENT ) && ( defined ( USE_NORMALMAP_TANGENTSPACE ) || defined ( USE_CLEARCOAT_NORMALMAP ) || defined( USE_ANISOTROPY ) )
	mat3 getTangentFrame( vec3 eye_pos, vec3 surf_norm, vec2 uv ) {
		vec3 q0 = dFdx( eye_pos.xyz );
		vec3 q1 = dFdy( eye_pos.xyz );
		vec2 st0 = dFdx( uv.st );
		vec2 st1 = dFdy( uv.st );
		vec3 N = surf_norm;
		vec3 q1perp = cross( q1, N );
		vec3 q0perp = cross( N, q0 );
		vec3 T = q1perp * st0.x + q0perp * st1.x;
		vec3 B = q1perp * st0.y + q0perp * st1.y;
		float det = max( dot( T, T ), dot( B, B ) );
		float scale = ( det == 0.0 ) ? 0.0 : inversesqrt( det );
		return mat3( T * scale, B * scale, N );
	}
#endif`,bM=`#ifdef USE_CLEARCOAT
	vec3 clearcoatNormal = nonPerturbedNormal;
#endif`,MM=`#ifdef USE_CLEARCOAT_NORMALMAP
	vec3 clearcoatMapN = texture2D( clearcoatNormalMap, vClearcoatNormalMapUv ).xyz * 2.0 - 1.0;
	clearcoatMapN.xy *= clearcoatNormalScale;
	clearcoatNormal = normalize( tbn2 * clearcoatMapN );
#endif`,wM=`#ifdef USE_CLEARCOATMAP
	uniform sampler2D clearcoatMap;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	uniform sampler2D clearcoatNormalMap;
	uniform vec2 clearcoatNormalScale;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	uniform sampler2D clearcoatRoughnessMap;
#endif`,SM=`#ifdef USE_IRIDESCENCEMAP
	uniform sampler2D iridescenceMap;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	uniform sampler2D iridescenceThicknessMap;
#endif`,AM=`#ifdef OPAQUE
diffuseColor.a = 1.0;
#endif
#ifdef USE_TRANSMISSION
diffuseColor.a *= material.transmissionAlpha;
#endif
gl_FragColor = vec4( outgoingLight, diffuseColor.a );`,TM=`vec3 packNormalToRGB( const in vec3 normal ) {
	return normalize( normal ) * 0.5 + 0.5;
}
vec3 unpackRGBToNormal( const in vec3 rgb ) {
	return 2.0 * rgb.xyz - 1.0;
}
const float PackUpscale = 256. / 255.;const float UnpackDownscale = 255. / 256.;const float ShiftRight8 = 1. / 256.;
const float Inv255 = 1. / 255.;
const vec4 PackFactors = vec4( 1.0, 256.0, 256.0 * 256.0, 256.0 * 256.0 * 256.0 );
const vec2 UnpackFactors2 = vec2( UnpackDownscale, 1.0 / PackFactors.g );
const vec3 UnpackFactors3 = vec3( UnpackDownscale / PackFactors.rg, 1.0 / PackFactors.b );
const vec4 UnpackFactors4 = vec4( UnpackDownscale / PackFactors.rgb, 1.0 / PackFactors.a );
vec4 packDepthToRGBA( const in float v ) {
	if( v <= 0.0 )
		return vec4( 0., 0., 0., 0. );
	if( v >= 1.0 )
		return vec4( 1., 1., 1., 1. );
	float vuf;
	float af = modf( v * PackFactors.a, vuf );
	float bf = modf( vuf * ShiftRight8, vuf );
	float gf = modf( vuf * ShiftRight8, vuf );
	return vec4( vuf * Inv255, gf * PackUpscale, bf * PackUpscale, af );
}
vec3 packDepthToRGB( const in float v ) {
	if( v <= 0.0 )
		return vec3( 0., 0., 0. );
	if( v >= 1.0 )
		return vec3( 1., 1., 1. );
	float vuf;
	float bf = modf( v * PackFactors.b, vuf );
	float gf = modf( vuf * ShiftRight8, vuf );
	return vec3( vuf * Inv255, gf * PackUpscale, bf );
}
vec2 packDepthToRG( const in float v ) {
	if( v <= 0.0 )
		return vec2( 0., 0. );
	if( v >= 1.0 )
		return vec2( 1., 1. );
	float vuf;
	float gf = modf( v * 256., vuf );
	return vec2( vuf * Inv255, gf );
}
float unpackRGBAToDepth( const in vec4 v ) {
	return dot( v, UnpackFactors4 );
}
float unpackRGBToDepth( const in vec3 v ) {
	return dot( v, UnpackFactors3 );
}
float unpackRGToDepth( const in vec2 v ) {
	return v.r * UnpackFactors2.r + v.g * UnpackFactors2.g;
}
vec4 pack2HalfToRGBA( const in vec2 v ) {
	vec4 r = vec4( v.x, fract( v.x * 255.0 ), v.y, fract( v.y * 255.0 ) );
	return vec4( r.x - r.y / 255.0, r.y, r.z - r.w / 255.0, r.w );
}
vec2 unpackRGBATo2Half( const in vec4 v ) {
	return vec2( v.x + ( v.y / 255.0 ), v.z + ( v.w / 255.0 ) );
}
float viewZToOrthographicDepth( const in float viewZ, const in float near, const in float far ) {
	return ( viewZ + near ) / ( near - far );
}
float orthographicDepthToViewZ( const in float depth, const in float near, const in float far ) {
	#ifdef USE_REVERSED_DEPTH_BUFFER
	
		return depth * ( far - near ) - far;
	#else
		return depth * ( near - far ) - near;
	#endif
}
float viewZToPerspectiveDepth( const in float viewZ, const in float near, const in float far ) {
	return ( ( near + viewZ ) * far ) / ( ( far - near ) * viewZ );
}
float perspectiveDepthToViewZ( const in float depth, const in float near, const in float far ) {
	
	#ifdef USE_REVERSED_DEPTH_BUFFER
		return ( near * far ) / ( ( near - far ) * depth - near );
	#else
		return ( near * far ) / ( ( far - near ) * depth - far );
	#endif
}`,EM=`#ifdef PREMULTIPLIED_ALPHA
	gl_FragColor.rgb *= gl_FragColor.a;
#endif`,CM=`vec4 mvPosition = vec4( transformed, 1.0 );
#ifdef USE_BATCHING
	mvPosition = batchingMatrix * mvPosition;
#endif
#ifdef USE_INSTANCING
	mvPosition = instanceMatrix * mvPosition;
#endif
mvPosition = modelViewMatrix * mvPosition;
gl_Position = projectionMatrix * mvPosition;`,RM=`#ifdef DITHERING
	gl_FragColor.rgb = dithering( gl_FragColor.rgb );
#endif`,PM=`#ifdef DITHERING
	vec3 dithering( vec3 color ) {
		float grid_position = rand( gl_FragCoord.xy );
		vec3 dither_shift_RGB = vec3( 0.25 / 255.0, -0.25 / 255.0, 0.25 / 255.0 );
		dither_shift_RGB = mix( 2.0 * dither_shift_RGB, -2.0 * dither_shift_RGB, grid_position );
		return color + dither_shift_RGB;
	}
#endif`,IM=`float roughnessFactor = roughness;
#ifdef USE_ROUGHNESSMAP
	vec4 texelRoughness = texture2D( roughnessMap, vRoughnessMapUv );
	roughnessFactor *= texelRoughness.g;
#endif`,LM=`#ifdef USE_ROUGHNESSMAP
	uniform sampler2D roughnessMap;
#endif`,NM=`#if NUM_SPOT_LIGHT_COORDS > 0
	varying vec4 vSpotLightCoord[ NUM_SPOT_LIGHT_COORDS ];
#endif
#if NUM_SPOT_LIGHT_MAPS > 0
	uniform sampler2D spotLightMap[ NUM_SPOT_LIGHT_MAPS ];
#endif
#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
		#define SUN_LIGHT_CASCADES 2
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow sunShadowMap[ NUM_SUN_LIGHT_SHADOWS ];
		#else
			uniform sampler2D sunShadowMap[ NUM_SUN_LIGHT_SHADOWS ];
		#endif
		uniform mat4 sunShadowMatrix[ NUM_SUN_LIGHT_SHADOWS * SUN_LIGHT_CASCADES ];
		uniform vec4 sunShadowCascade[ NUM_SUN_LIGHT_SHADOWS * SUN_LIGHT_CASCADES ];
		varying vec4 vSunShadowWorldPosition;
		varying vec3 vSunShadowWorldNormal;
		struct SunLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SunLightShadow sunLightShadows[ NUM_SUN_LIGHT_SHADOWS ];
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow directionalShadowMap[ NUM_DIR_LIGHT_SHADOWS ];
		#else
			uniform sampler2D directionalShadowMap[ NUM_DIR_LIGHT_SHADOWS ];
		#endif
		varying vec4 vDirectionalShadowCoord[ NUM_DIR_LIGHT_SHADOWS ];
		struct DirectionalLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform DirectionalLightShadow directionalLightShadows[ NUM_DIR_LIGHT_SHADOWS ];
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow spotShadowMap[ NUM_SPOT_LIGHT_SHADOWS ];
		#else
			uniform sampler2D spotShadowMap[ NUM_SPOT_LIGHT_SHADOWS ];
		#endif
		struct SpotLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SpotLightShadow spotLightShadows[ NUM_SPOT_LIGHT_SHADOWS ];
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform samplerCubeShadow pointShadowMap[ NUM_POINT_LIGHT_SHADOWS ];
		#elif defined( SHADOWMAP_TYPE_BASIC )
			uniform samplerCube pointShadowMap[ NUM_POINT_LIGHT_SHADOWS ];
		#endif
		varying vec4 vPointShadowCoord[ NUM_POINT_LIGHT_SHADOWS ];
		struct PointLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
			float shadowCameraNear;
			float shadowCameraFar;
		};
		uniform PointLightShadow pointLightShadows[ NUM_POINT_LIGHT_SHADOWS ];
	#endif
	#if defined( SHADOWMAP_TYPE_PCF )
		float interleavedGradientNoise( vec2 position ) {
			return fract( 52.9829189 * fract( dot( position, vec2( 0.06711056, 0.00583715 ) ) ) );
		}
		vec2 vogelDiskSample( int sampleIndex, int samplesCount, float phi ) {
			const float goldenAngle = 2.399963229728653;
			float r = sqrt( ( float( sampleIndex ) + 0.5 ) / float( samplesCount ) );
			float theta = float( sampleIndex ) * goldenAngle + phi;
			return vec2( cos( theta ), sin( theta ) ) * r;
		}
	#endif
	#if defined( SHADOWMAP_TYPE_PCF )
		float getShadow( sampler2DShadow shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				vec2 texelSize = vec2( 1.0 ) / shadowMapSize;
				vec2 radius = shadowRadius * texelSize;
				float phi = interleavedGradientNoise( gl_FragCoord.xy ) * PI2;
				shadow = (
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 0, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 1, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 2, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 3, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 4, 5, phi ) * radius, shadowCoord.z ) )
				) * 0.2;
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#elif defined( SHADOWMAP_TYPE_VSM )
		float getShadow( sampler2D shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				vec2 distribution = texture2D( shadowMap, shadowCoord.xy ).rg;
				float mean = distribution.x;
				float variance = distribution.y * distribution.y;
				#ifdef USE_REVERSED_DEPTH_BUFFER
					float hard_shadow = step( mean, shadowCoord.z );
				#else
					float hard_shadow = step( shadowCoord.z, mean );
				#endif
				
				if ( hard_shadow == 1.0 ) {
					shadow = 1.0;
				} else {
					variance = max( variance, 0.0000001 );
					float d = shadowCoord.z - mean;
					float p_max = variance / ( variance + d * d );
					p_max = clamp( ( p_max - 0.3 ) / 0.65, 0.0, 1.0 );
					shadow = max( hard_shadow, p_max );
				}
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#else
		float getShadow( sampler2D shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				float depth = texture2D( shadowMap, shadowCoord.xy ).r;
				#ifdef USE_REVERSED_DEPTH_BUFFER
					shadow = step( depth, shadowCoord.z );
				#else
					shadow = step( shadowCoord.z, depth );
				#endif
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#endif
	#if NUM_SUN_LIGHT_SHADOWS > 0
		float getSunShadow(
			#if defined( SHADOWMAP_TYPE_PCF )
				sampler2DShadow shadowMap,
			#else
				sampler2D shadowMap,
			#endif
			SunLightShadow sunLightShadow,
			int shadowIndex
		) {
			vec4 shadowWorldPosition = vec4( vSunShadowWorldPosition.xyz + vSunShadowWorldNormal * sunLightShadow.shadowNormalBias, 1.0 );
			float viewDepth = vSunShadowWorldPosition.w;
			int cascadeOffset = shadowIndex * SUN_LIGHT_CASCADES;
			float shadow = 1.0;
			for ( int i = SUN_LIGHT_CASCADES - 1; i >= 0; i -- ) {
				vec4 cascade = sunShadowCascade[ cascadeOffset + i ];
				if ( viewDepth >= cascade.x && viewDepth < cascade.y ) {
					float cascadeShadow = getShadow(
						shadowMap,
						sunLightShadow.shadowMapSize,
						sunLightShadow.shadowIntensity,
						sunLightShadow.shadowBias,
						sunLightShadow.shadowRadius,
						sunShadowMatrix[ cascadeOffset + i ] * shadowWorldPosition
					);
					shadow = mix( cascadeShadow, shadow, smoothstep( cascade.z, cascade.y, viewDepth ) );
				}
			}
			return shadow;
		}
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
	#if defined( SHADOWMAP_TYPE_PCF )
	float getPointShadow( samplerCubeShadow shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord, float shadowCameraNear, float shadowCameraFar ) {
		float shadow = 1.0;
		vec3 lightToPosition = shadowCoord.xyz;
		vec3 bd3D = normalize( lightToPosition );
		vec3 absVec = abs( lightToPosition );
		float viewSpaceZ = max( max( absVec.x, absVec.y ), absVec.z );
		if ( viewSpaceZ - shadowCameraFar <= 0.0 && viewSpaceZ - shadowCameraNear >= 0.0 ) {
			float lightDistance = length( lightToPosition );
			float depthRange = shadowCameraFar - shadowCameraNear;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				float depthA = - shadowCameraNear / depthRange - shadowBias;
				float depthB = shadowCameraNear * shadowCameraFar / ( depthRange * lightDistance );
			#else
				float depthA = shadowCameraFar / depthRange + shadowBias;
				float depthB = - shadowCameraNear * shadowCameraFar / ( depthRange * lightDistance );
			#endif
			float texelSize = shadowRadius / shadowMapSize.x;
			vec3 absDir = abs( bd3D );
			vec3 tangent = absDir.x > absDir.z ? vec3( 0.0, 1.0, 0.0 ) : vec3( 1.0, 0.0, 0.0 );
			tangent = normalize( cross( bd3D, tangent ) );
			vec3 bitangent = cross( bd3D, tangent );
			float phi = interleavedGradientNoise( gl_FragCoord.xy ) * PI2;
			shadow = 0.0;
			for ( int i = 0; i < 5; i ++ ) {
				vec2 offset = vogelDiskSample( i, 5, phi );
				vec3 direction = bd3D + ( tangent * offset.x + bitangent * offset.y ) * texelSize;
				vec3 absDirection = abs( direction );
				float dp = depthA + depthB / max( max( absDirection.x, absDirection.y ), absDirection.z );
				shadow += texture( shadowMap, vec4( direction, dp ) );
			}
			shadow *= 0.2;
		}
		return mix( 1.0, shadow, shadowIntensity );
	}
	#elif defined( SHADOWMAP_TYPE_BASIC )
	float getPointShadow( samplerCube shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord, float shadowCameraNear, float shadowCameraFar ) {
		float shadow = 1.0;
		vec3 lightToPosition = shadowCoord.xyz;
		vec3 absVec = abs( lightToPosition );
		float viewSpaceZ = max( max( absVec.x, absVec.y ), absVec.z );
		if ( viewSpaceZ - shadowCameraFar <= 0.0 && viewSpaceZ - shadowCameraNear >= 0.0 ) {
			float dp = ( shadowCameraFar * ( viewSpaceZ - shadowCameraNear ) ) / ( viewSpaceZ * ( shadowCameraFar - shadowCameraNear ) );
			dp += shadowBias;
			vec3 bd3D = normalize( lightToPosition );
			float depth = textureCube( shadowMap, bd3D ).r;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				depth = 1.0 - depth;
			#endif
			shadow = step( dp, depth );
		}
		return mix( 1.0, shadow, shadowIntensity );
	}
	#endif
	#endif
#endif`,DM=`#if NUM_SPOT_LIGHT_COORDS > 0
	uniform mat4 spotLightMatrix[ NUM_SPOT_LIGHT_COORDS ];
	varying vec4 vSpotLightCoord[ NUM_SPOT_LIGHT_COORDS ];
#endif
#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
		varying vec4 vSunShadowWorldPosition;
		varying vec3 vSunShadowWorldNormal;
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		uniform mat4 directionalShadowMatrix[ NUM_DIR_LIGHT_SHADOWS ];
		varying vec4 vDirectionalShadowCoord[ NUM_DIR_LIGHT_SHADOWS ];
		struct DirectionalLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform DirectionalLightShadow directionalLightShadows[ NUM_DIR_LIGHT_SHADOWS ];
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
		struct SpotLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SpotLightShadow spotLightShadows[ NUM_SPOT_LIGHT_SHADOWS ];
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		uniform mat4 pointShadowMatrix[ NUM_POINT_LIGHT_SHADOWS ];
		varying vec4 vPointShadowCoord[ NUM_POINT_LIGHT_SHADOWS ];
		struct PointLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
			float shadowCameraNear;
			float shadowCameraFar;
		};
		uniform PointLightShadow pointLightShadows[ NUM_POINT_LIGHT_SHADOWS ];
	#endif
#endif`,FM=`#if ( defined( USE_SHADOWMAP ) && ( NUM_DIR_LIGHT_SHADOWS > 0 || NUM_SUN_LIGHT_SHADOWS > 0 || NUM_POINT_LIGHT_SHADOWS > 0 ) ) || ( NUM_SPOT_LIGHT_COORDS > 0 )
	#ifdef HAS_NORMAL
		vec3 shadowWorldNormal = transformNormalByInverseViewMatrix( transformedNormal, viewMatrix );
	#else
		vec3 shadowWorldNormal = vec3( 0.0 );
	#endif
	vec4 shadowWorldPosition;
#endif
#if defined( USE_SHADOWMAP )
	#if NUM_SUN_LIGHT_SHADOWS > 0
		vSunShadowWorldPosition = vec4( worldPosition.xyz, - mvPosition.z );
		vSunShadowWorldNormal = shadowWorldNormal;
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_DIR_LIGHT_SHADOWS; i ++ ) {
			shadowWorldPosition = worldPosition + vec4( shadowWorldNormal * directionalLightShadows[ i ].shadowNormalBias, 0 );
			vDirectionalShadowCoord[ i ] = directionalShadowMatrix[ i ] * shadowWorldPosition;
		}
		#pragma unroll_loop_end
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_POINT_LIGHT_SHADOWS; i ++ ) {
			shadowWorldPosition = worldPosition + vec4( shadowWorldNormal * pointLightShadows[ i ].shadowNormalBias, 0 );
			vPointShadowCoord[ i ] = pointShadowMatrix[ i ] * shadowWorldPosition;
		}
		#pragma unroll_loop_end
	#endif
#endif
#if NUM_SPOT_LIGHT_COORDS > 0
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHT_COORDS; i ++ ) {
		shadowWorldPosition = worldPosition;
		#if ( defined( USE_SHADOWMAP ) && UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
			shadowWorldPosition.xyz += shadowWorldNormal * spotLightShadows[ i ].shadowNormalBias;
		#endif
		vSpotLightCoord[ i ] = spotLightMatrix[ i ] * shadowWorldPosition;
	}
	#pragma unroll_loop_end
#endif`,UM=`float getShadowMask() {
	float shadow = 1.0;
	#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
	SunLightShadow sunLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SUN_LIGHT_SHADOWS; i ++ ) {
		sunLight = sunLightShadows[ i ];
		shadow *= receiveShadow ? getSunShadow( sunShadowMap[ i ], sunLight, UNROLLED_LOOP_INDEX ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
	DirectionalLightShadow directionalLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_DIR_LIGHT_SHADOWS; i ++ ) {
		directionalLight = directionalLightShadows[ i ];
		shadow *= receiveShadow ? getShadow( directionalShadowMap[ i ], directionalLight.shadowMapSize, directionalLight.shadowIntensity, directionalLight.shadowBias, directionalLight.shadowRadius, vDirectionalShadowCoord[ i ] ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
	SpotLightShadow spotLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHT_SHADOWS; i ++ ) {
		spotLight = spotLightShadows[ i ];
		shadow *= receiveShadow ? getShadow( spotShadowMap[ i ], spotLight.shadowMapSize, spotLight.shadowIntensity, spotLight.shadowBias, spotLight.shadowRadius, vSpotLightCoord[ i ] ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0 && ( defined( SHADOWMAP_TYPE_PCF ) || defined( SHADOWMAP_TYPE_BASIC ) )
	PointLightShadow pointLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_POINT_LIGHT_SHADOWS; i ++ ) {
		pointLight = pointLightShadows[ i ];
		shadow *= receiveShadow ? getPointShadow( pointShadowMap[ i ], pointLight.shadowMapSize, pointLight.shadowIntensity, pointLight.shadowBias, pointLight.shadowRadius, vPointShadowCoord[ i ], pointLight.shadowCameraNear, pointLight.shadowCameraFar ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#endif
	return shadow;
}`,kM=`#ifdef USE_SKINNING
	mat4 boneMatX = getBoneMatrix( skinIndex.x );
	mat4 boneMatY = getBoneMatrix( skinIndex.y );
	mat4 boneMatZ = getBoneMatrix( skinIndex.z );
	mat4 boneMatW = getBoneMatrix( skinIndex.w );
#endif`,OM=`#ifdef USE_SKINNING
	uniform mat4 bindMatrix;
	uniform mat4 bindMatrixInverse;
	uniform highp sampler2D boneTexture;
	mat4 getBoneMatrix( const in float i ) {
		int size = textureSize( boneTexture, 0 ).x;
		int j = int( i ) * 4;
		int x = j % size;
		int y = j / size;
		vec4 v1 = texelFetch( boneTexture, ivec2( x, y ), 0 );
		vec4 v2 = texelFetch( boneTexture, ivec2( x + 1, y ), 0 );
		vec4 v3 = texelFetch( boneTexture, ivec2( x + 2, y ), 0 );
		vec4 v4 = texelFetch( boneTexture, ivec2( x + 3, y ), 0 );
		return mat4( v1, v2, v3, v4 );
	}
#endif`,BM=`#ifdef USE_SKINNING
	vec4 skinVertex = bindMatrix * vec4( transformed, 1.0 );
	vec4 skinned = vec4( 0.0 );
	skinned += boneMatX * skinVertex * skinWeight.x;
	skinned += boneMatY * skinVertex * skinWeight.y;
	skinned += boneMatZ * skinVertex * skinWeight.z;
	skinned += boneMatW * skinVertex * skinWeight.w;
	transformed = ( bindMatrixInverse * skinned ).xyz;
#endif`,zM=`#ifdef USE_SKINNING
	mat4 skinMatrix = mat4( 0.0 );
	skinMatrix += skinWeight.x * boneMatX;
	skinMatrix += skinWeight.y * boneMatY;
	skinMatrix += skinWeight.z * boneMatZ;
	skinMatrix += skinWeight.w * boneMatW;
	skinMatrix = bindMatrixInverse * skinMatrix * bindMatrix;
	objectNormal = vec4( skinMatrix * vec4( objectNormal, 0.0 ) ).xyz;
	#ifdef USE_TANGENT
		objectTangent = vec4( skinMatrix * vec4( objectTangent, 0.0 ) ).xyz;
	#endif
#endif`,VM=`float specularStrength;
#ifdef USE_SPECULARMAP
	vec4 texelSpecular = texture2D( specularMap, vSpecularMapUv );
	specularStrength = texelSpecular.r;
#else
	specularStrength = 1.0;
#endif`,GM=`#ifdef USE_SPECULARMAP
	uniform sampler2D specularMap;
#endif`,HM=`#if defined( TONE_MAPPING )
	gl_FragColor.rgb = toneMapping( gl_FragColor.rgb );
#endif`,WM=`#ifndef saturate
#define saturate( a ) clamp( a, 0.0, 1.0 )
#endif
uniform float toneMappingExposure;
vec3 LinearToneMapping( vec3 color ) {
	return saturate( toneMappingExposure * color );
}
vec3 ReinhardToneMapping( vec3 color ) {
	color *= toneMappingExposure;
	return saturate( color / ( vec3( 1.0 ) + color ) );
}
vec3 CineonToneMapping( vec3 color ) {
	color *= toneMappingExposure;
	color = max( vec3( 0.0 ), color - 0.004 );
	return pow( ( color * ( 6.2 * color + 0.5 ) ) / ( color * ( 6.2 * color + 1.7 ) + 0.06 ), vec3( 2.2 ) );
}
vec3 RRTAndODTFit( vec3 v ) {
	vec3 a = v * ( v + 0.0245786 ) - 0.000090537;
	vec3 b = v * ( 0.983729 * v + 0.4329510 ) + 0.238081;
	return a / b;
}
vec3 ACESFilmicToneMapping( vec3 color ) {
	const mat3 ACESInputMat = mat3(
		vec3( 0.59719, 0.07600, 0.02840 ),		vec3( 0.35458, 0.90834, 0.13383 ),
		vec3( 0.04823, 0.01566, 0.83777 )
	);
	const mat3 ACESOutputMat = mat3(
		vec3(  1.60475, -0.10208, -0.00327 ),		vec3( -0.53108,  1.10813, -0.07276 ),
		vec3( -0.07367, -0.00605,  1.07602 )
	);
	color *= toneMappingExposure / 0.6;
	color = ACESInputMat * color;
	color = RRTAndODTFit( color );
	color = ACESOutputMat * color;
	return saturate( color );
}
const mat3 LINEAR_REC2020_TO_LINEAR_SRGB = mat3(
	vec3( 1.6605, - 0.1246, - 0.0182 ),
	vec3( - 0.5876, 1.1329, - 0.1006 ),
	vec3( - 0.0728, - 0.0083, 1.1187 )
);
const mat3 LINEAR_SRGB_TO_LINEAR_REC2020 = mat3(
	vec3( 0.6274, 0.0691, 0.0164 ),
	vec3( 0.3293, 0.9195, 0.0880 ),
	vec3( 0.0433, 0.0113, 0.8956 )
);
vec3 agxDefaultContrastApprox( vec3 x ) {
	vec3 x2 = x * x;
	vec3 x4 = x2 * x2;
	return + 15.5 * x4 * x2
		- 40.14 * x4 * x
		+ 31.96 * x4
		- 6.868 * x2 * x
		+ 0.4298 * x2
		+ 0.1191 * x
		- 0.00232;
}
vec3 AgXToneMapping( vec3 color ) {
	const mat3 AgXInsetMatrix = mat3(
		vec3( 0.856627153315983, 0.137318972929847, 0.11189821299995 ),
		vec3( 0.0951212405381588, 0.761241990602591, 0.0767994186031903 ),
		vec3( 0.0482516061458583, 0.101439036467562, 0.811302368396859 )
	);
	const mat3 AgXOutsetMatrix = mat3(
		vec3( 1.1271005818144368, - 0.1413297634984383, - 0.14132976349843826 ),
		vec3( - 0.11060664309660323, 1.157823702216272, - 0.11060664309660294 ),
		vec3( - 0.016493938717834573, - 0.016493938717834257, 1.2519364065950405 )
	);
	const float AgxMinEv = - 12.47393;	const float AgxMaxEv = 4.026069;
	color *= toneMappingExposure;
	color = LINEAR_SRGB_TO_LINEAR_REC2020 * color;
	color = AgXInsetMatrix * color;
	color = max( color, 1e-10 );	color = log2( color );
	color = ( color - AgxMinEv ) / ( AgxMaxEv - AgxMinEv );
	color = clamp( color, 0.0, 1.0 );
	color = agxDefaultContrastApprox( color );
	color = AgXOutsetMatrix * color;
	color = pow( max( vec3( 0.0 ), color ), vec3( 2.2 ) );
	color = LINEAR_REC2020_TO_LINEAR_SRGB * color;
	color = clamp( color, 0.0, 1.0 );
	return color;
}
vec3 NeutralToneMapping( vec3 color ) {
	const float StartCompression = 0.8 - 0.04;
	const float Desaturation = 0.15;
	color *= toneMappingExposure;
	float x = min( color.r, min( color.g, color.b ) );
	float offset = x < 0.08 ? x - 6.25 * x * x : 0.04;
	color -= offset;
	float peak = max( color.r, max( color.g, color.b ) );
	if ( peak < StartCompression ) return color;
	float d = 1. - StartCompression;
	float newPeak = 1. - d * d / ( peak + d - StartCompression );
	color *= newPeak / peak;
	float g = 1. - 1. / ( Desaturation * ( peak - newPeak ) + 1. );
	return mix( color, vec3( newPeak ), g );
}
vec3 CustomToneMapping( vec3 color ) { return color; }`,XM=`#ifdef USE_TRANSMISSION
	material.transmission = transmission;
	material.transmissionAlpha = 1.0;
	material.thickness = thickness;
	material.attenuationDistance = attenuationDistance;
	material.attenuationColor = attenuationColor;
	#ifdef USE_TRANSMISSIONMAP
		material.transmission *= texture2D( transmissionMap, vTransmissionMapUv ).r;
	#endif
	#ifdef USE_THICKNESSMAP
		material.thickness *= texture2D( thicknessMap, vThicknessMapUv ).g;
	#endif
	vec3 pos = vWorldPosition;
	vec3 v = normalize( cameraPosition - pos );
	vec3 n = transformNormalByInverseViewMatrix( normal, viewMatrix );
	vec4 transmitted = getIBLVolumeRefraction(
		n, v, material.roughness, material.diffuseContribution, material.specularColorBlended, material.specularF90,
		pos, modelMatrix, viewMatrix, projectionMatrix, material.dispersion, material.ior, material.thickness,
		material.attenuationColor, material.attenuationDistance );
	material.transmissionAlpha = mix( material.transmissionAlpha, transmitted.a, material.transmission );
	totalDiffuse = mix( totalDiffuse, transmitted.rgb, material.transmission );
#endif`,$M=`#ifdef USE_TRANSMISSION
	uniform float transmission;
	uniform float thickness;
	uniform float attenuationDistance;
	uniform vec3 attenuationColor;
	#ifdef USE_TRANSMISSIONMAP
		uniform sampler2D transmissionMap;
	#endif
	#ifdef USE_THICKNESSMAP
		uniform sampler2D thicknessMap;
	#endif
	uniform vec2 transmissionSamplerSize;
	uniform sampler2D transmissionSamplerMap;
	uniform mat4 modelMatrix;
	uniform mat4 projectionMatrix;
	varying vec3 vWorldPosition;
	float w0( float a ) {
		return ( 1.0 / 6.0 ) * ( a * ( a * ( - a + 3.0 ) - 3.0 ) + 1.0 );
	}
	float w1( float a ) {
		return ( 1.0 / 6.0 ) * ( a *  a * ( 3.0 * a - 6.0 ) + 4.0 );
	}
	float w2( float a ){
		return ( 1.0 / 6.0 ) * ( a * ( a * ( - 3.0 * a + 3.0 ) + 3.0 ) + 1.0 );
	}
	float w3( float a ) {
		return ( 1.0 / 6.0 ) * ( a * a * a );
	}
	float g0( float a ) {
		return w0( a ) + w1( a );
	}
	float g1( float a ) {
		return w2( a ) + w3( a );
	}
	float h0( float a ) {
		return - 1.0 + w1( a ) / ( w0( a ) + w1( a ) );
	}
	float h1( float a ) {
		return 1.0 + w3( a ) / ( w2( a ) + w3( a ) );
	}
	vec4 bicubic( sampler2D tex, vec2 uv, vec4 texelSize, float lod ) {
		uv = uv * texelSize.zw + 0.5;
		vec2 iuv = floor( uv );
		vec2 fuv = fract( uv );
		float g0x = g0( fuv.x );
		float g1x = g1( fuv.x );
		float h0x = h0( fuv.x );
		float h1x = h1( fuv.x );
		float h0y = h0( fuv.y );
		float h1y = h1( fuv.y );
		vec2 p0 = ( vec2( iuv.x + h0x, iuv.y + h0y ) - 0.5 ) * texelSize.xy;
		vec2 p1 = ( vec2( iuv.x + h1x, iuv.y + h0y ) - 0.5 ) * texelSize.xy;
		vec2 p2 = ( vec2( iuv.x + h0x, iuv.y + h1y ) - 0.5 ) * texelSize.xy;
		vec2 p3 = ( vec2( iuv.x + h1x, iuv.y + h1y ) - 0.5 ) * texelSize.xy;
		return g0( fuv.y ) * ( g0x * textureLod( tex, p0, lod ) + g1x * textureLod( tex, p1, lod ) ) +
			g1( fuv.y ) * ( g0x * textureLod( tex, p2, lod ) + g1x * textureLod( tex, p3, lod ) );
	}
	vec4 textureBicubic( sampler2D sampler, vec2 uv, float lod ) {
		vec2 fLodSize = vec2( textureSize( sampler, int( lod ) ) );
		vec2 cLodSize = vec2( textureSize( sampler, int( lod + 1.0 ) ) );
		vec2 fLodSizeInv = 1.0 / fLodSize;
		vec2 cLodSizeInv = 1.0 / cLodSize;
		vec4 fSample = bicubic( sampler, uv, vec4( fLodSizeInv, fLodSize ), floor( lod ) );
		vec4 cSample = bicubic( sampler, uv, vec4( cLodSizeInv, cLodSize ), ceil( lod ) );
		return mix( fSample, cSample, fract( lod ) );
	}
	vec3 getVolumeTransmissionRay( const in vec3 n, const in vec3 v, const in float thickness, const in float ior, const in mat4 modelMatrix ) {
		vec3 refractionVector = refract( - v, normalize( n ), 1.0 / ior );
		vec3 modelScale;
		modelScale.x = length( vec3( modelMatrix[ 0 ].xyz ) );
		modelScale.y = length( vec3( modelMatrix[ 1 ].xyz ) );
		modelScale.z = length( vec3( modelMatrix[ 2 ].xyz ) );
		return normalize( refractionVector ) * thickness * modelScale;
	}
	float applyIorToRoughness( const in float roughness, const in float ior ) {
		return roughness * clamp( ior * 2.0 - 2.0, 0.0, 1.0 );
	}
	vec4 getTransmissionSample( const in vec2 fragCoord, const in float roughness, const in float ior ) {
		float lod = log2( transmissionSamplerSize.x ) * applyIorToRoughness( roughness, ior );
		return textureBicubic( transmissionSamplerMap, fragCoord.xy, lod );
	}
	vec3 volumeAttenuation( const in float transmissionDistance, const in vec3 attenuationColor, const in float attenuationDistance ) {
		if ( isinf( attenuationDistance ) ) {
			return vec3( 1.0 );
		} else {
			vec3 attenuationCoefficient = -log( attenuationColor ) / attenuationDistance;
			vec3 transmittance = exp( - attenuationCoefficient * transmissionDistance );			return transmittance;
		}
	}
	vec4 getIBLVolumeRefraction( const in vec3 n, const in vec3 v, const in float roughness, const in vec3 diffuseColor,
		const in vec3 specularColor, const in float specularF90, const in vec3 position, const in mat4 modelMatrix,
		const in mat4 viewMatrix, const in mat4 projMatrix, const in float dispersion, const in float ior, const in float thickness,
		const in vec3 attenuationColor, const in float attenuationDistance ) {
		vec4 transmittedLight;
		vec3 transmittance;
		#ifdef USE_DISPERSION
			float halfSpread = ( ior - 1.0 ) * 0.025 * dispersion;
			vec3 iors = vec3( ior - halfSpread, ior, ior + halfSpread );
			for ( int i = 0; i < 3; i ++ ) {
				vec3 transmissionRay = getVolumeTransmissionRay( n, v, thickness, iors[ i ], modelMatrix );
				vec3 refractedRayExit = position + transmissionRay;
				vec4 ndcPos = projMatrix * viewMatrix * vec4( refractedRayExit, 1.0 );
				vec2 refractionCoords = ndcPos.xy / ndcPos.w;
				refractionCoords += 1.0;
				refractionCoords /= 2.0;
				vec4 transmissionSample = getTransmissionSample( refractionCoords, roughness, iors[ i ] );
				transmittedLight[ i ] = transmissionSample[ i ];
				transmittedLight.a += transmissionSample.a;
				transmittance[ i ] = diffuseColor[ i ] * volumeAttenuation( length( transmissionRay ), attenuationColor, attenuationDistance )[ i ];
			}
			transmittedLight.a /= 3.0;
		#else
			vec3 transmissionRay = getVolumeTransmissionRay( n, v, thickness, ior, modelMatrix );
			vec3 refractedRayExit = position + transmissionRay;
			vec4 ndcPos = projMatrix * viewMatrix * vec4( refractedRayExit, 1.0 );
			vec2 refractionCoords = ndcPos.xy / ndcPos.w;
			refractionCoords += 1.0;
			refractionCoords /= 2.0;
			transmittedLight = getTransmissionSample( refractionCoords, roughness, ior );
			transmittance = diffuseColor * volumeAttenuation( length( transmissionRay ), attenuationColor, attenuationDistance );
		#endif
		vec3 attenuatedColor = transmittance * transmittedLight.rgb;
		vec3 F = EnvironmentBRDF( n, v, specularColor, specularF90, roughness );
		float transmittanceFactor = ( transmittance.r + transmittance.g + transmittance.b ) / 3.0;
		return vec4( ( 1.0 - F ) * attenuatedColor, 1.0 - ( 1.0 - transmittedLight.a ) * transmittanceFactor );
	}
#endif`,qM=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	varying vec2 vUv;
#endif
#ifdef USE_MAP
	varying vec2 vMapUv;
#endif
#ifdef USE_ALPHAMAP
	varying vec2 vAlphaMapUv;
#endif
#ifdef USE_LIGHTMAP
	varying vec2 vLightMapUv;
#endif
#ifdef USE_AOMAP
	varying vec2 vAoMapUv;
#endif
#ifdef USE_BUMPMAP
	varying vec2 vBumpMapUv;
#endif
#ifdef USE_NORMALMAP
	varying vec2 vNormalMapUv;
#endif
#ifdef USE_EMISSIVEMAP
	varying vec2 vEmissiveMapUv;
#endif
#ifdef USE_METALNESSMAP
	varying vec2 vMetalnessMapUv;
#endif
#ifdef USE_ROUGHNESSMAP
	varying vec2 vRoughnessMapUv;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	varying vec2 vDiffuseRoughnessMapUv;
#endif
#ifdef USE_ANISOTROPYMAP
	varying vec2 vAnisotropyMapUv;
#endif
#ifdef USE_CLEARCOATMAP
	varying vec2 vClearcoatMapUv;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	varying vec2 vClearcoatNormalMapUv;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	varying vec2 vClearcoatRoughnessMapUv;
#endif
#ifdef USE_IRIDESCENCEMAP
	varying vec2 vIridescenceMapUv;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	varying vec2 vIridescenceThicknessMapUv;
#endif
#ifdef USE_SHEEN_COLORMAP
	varying vec2 vSheenColorMapUv;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	varying vec2 vSheenRoughnessMapUv;
#endif
#ifdef USE_SPECULARMAP
	varying vec2 vSpecularMapUv;
#endif
#ifdef USE_SPECULAR_COLORMAP
	varying vec2 vSpecularColorMapUv;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	varying vec2 vSpecularIntensityMapUv;
#endif
#ifdef USE_TRANSMISSIONMAP
	uniform mat3 transmissionMapTransform;
	varying vec2 vTransmissionMapUv;
#endif
#ifdef USE_THICKNESSMAP
	uniform mat3 thicknessMapTransform;
	varying vec2 vThicknessMapUv;
#endif`,YM=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	varying vec2 vUv;
#endif
#ifdef USE_MAP
	uniform mat3 mapTransform;
	varying vec2 vMapUv;
#endif
#ifdef USE_ALPHAMAP
	uniform mat3 alphaMapTransform;
	varying vec2 vAlphaMapUv;
#endif
#ifdef USE_LIGHTMAP
	uniform mat3 lightMapTransform;
	varying vec2 vLightMapUv;
#endif
#ifdef USE_AOMAP
	uniform mat3 aoMapTransform;
	varying vec2 vAoMapUv;
#endif
#ifdef USE_BUMPMAP
	uniform mat3 bumpMapTransform;
	varying vec2 vBumpMapUv;
#endif
#ifdef USE_NORMALMAP
	uniform mat3 normalMapTransform;
	varying vec2 vNormalMapUv;
#endif
#ifdef USE_DISPLACEMENTMAP
	uniform mat3 displacementMapTransform;
	varying vec2 vDisplacementMapUv;
#endif
#ifdef USE_EMISSIVEMAP
	uniform mat3 emissiveMapTransform;
	varying vec2 vEmissiveMapUv;
#endif
#ifdef USE_METALNESSMAP
	uniform mat3 metalnessMapTransform;
	varying vec2 vMetalnessMapUv;
#endif
#ifdef USE_ROUGHNESSMAP
	uniform mat3 roughnessMapTransform;
	varying vec2 vRoughnessMapUv;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	uniform mat3 diffuseRoughnessMapTransform;
	varying vec2 vDiffuseRoughnessMapUv;
#endif
#ifdef USE_ANISOTROPYMAP
	uniform mat3 anisotropyMapTransform;
	varying vec2 vAnisotropyMapUv;
#endif
#ifdef USE_CLEARCOATMAP
	uniform mat3 clearcoatMapTransform;
	varying vec2 vClearcoatMapUv;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	uniform mat3 clearcoatNormalMapTransform;
	varying vec2 vClearcoatNormalMapUv;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	uniform mat3 clearcoatRoughnessMapTransform;
	varying vec2 vClearcoatRoughnessMapUv;
#endif
#ifdef USE_SHEEN_COLORMAP
	uniform mat3 sheenColorMapTransform;
	varying vec2 vSheenColorMapUv;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	uniform mat3 sheenRoughnessMapTransform;
	varying vec2 vSheenRoughnessMapUv;
#endif
#ifdef USE_IRIDESCENCEMAP
	uniform mat3 iridescenceMapTransform;
	varying vec2 vIridescenceMapUv;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	uniform mat3 iridescenceThicknessMapTransform;
	varying vec2 vIridescenceThicknessMapUv;
#endif
#ifdef USE_SPECULARMAP
	uniform mat3 specularMapTransform;
	varying vec2 vSpecularMapUv;
#endif
#ifdef USE_SPECULAR_COLORMAP
	uniform mat3 specularColorMapTransform;
	varying vec2 vSpecularColorMapUv;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	uniform mat3 specularIntensityMapTransform;
	varying vec2 vSpecularIntensityMapUv;
#endif
#ifdef USE_TRANSMISSIONMAP
	uniform mat3 transmissionMapTransform;
	varying vec2 vTransmissionMapUv;
#endif
#ifdef USE_THICKNESSMAP
	uniform mat3 thicknessMapTransform;
	varying vec2 vThicknessMapUv;
#endif`,ZM=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	vUv = vec3( uv, 1 ).xy;
#endif
#ifdef USE_MAP
	vMapUv = ( mapTransform * vec3( MAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ALPHAMAP
	vAlphaMapUv = ( alphaMapTransform * vec3( ALPHAMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_LIGHTMAP
	vLightMapUv = ( lightMapTransform * vec3( LIGHTMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_AOMAP
	vAoMapUv = ( aoMapTransform * vec3( AOMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_BUMPMAP
	vBumpMapUv = ( bumpMapTransform * vec3( BUMPMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_NORMALMAP
	vNormalMapUv = ( normalMapTransform * vec3( NORMALMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_DISPLACEMENTMAP
	vDisplacementMapUv = ( displacementMapTransform * vec3( DISPLACEMENTMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_EMISSIVEMAP
	vEmissiveMapUv = ( emissiveMapTransform * vec3( EMISSIVEMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_METALNESSMAP
	vMetalnessMapUv = ( metalnessMapTransform * vec3( METALNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ROUGHNESSMAP
	vRoughnessMapUv = ( roughnessMapTransform * vec3( ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	vDiffuseRoughnessMapUv = ( diffuseRoughnessMapTransform * vec3( DIFFUSE_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ANISOTROPYMAP
	vAnisotropyMapUv = ( anisotropyMapTransform * vec3( ANISOTROPYMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOATMAP
	vClearcoatMapUv = ( clearcoatMapTransform * vec3( CLEARCOATMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	vClearcoatNormalMapUv = ( clearcoatNormalMapTransform * vec3( CLEARCOAT_NORMALMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	vClearcoatRoughnessMapUv = ( clearcoatRoughnessMapTransform * vec3( CLEARCOAT_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_IRIDESCENCEMAP
	vIridescenceMapUv = ( iridescenceMapTransform * vec3( IRIDESCENCEMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	vIridescenceThicknessMapUv = ( iridescenceThicknessMapTransform * vec3( IRIDESCENCE_THICKNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SHEEN_COLORMAP
	vSheenColorMapUv = ( sheenColorMapTransform * vec3( SHEEN_COLORMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	vSheenRoughnessMapUv = ( sheenRoughnessMapTransform * vec3( SHEEN_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULARMAP
	vSpecularMapUv = ( specularMapTransform * vec3( SPECULARMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULAR_COLORMAP
	vSpecularColorMapUv = ( specularColorMapTransform * vec3( SPECULAR_COLORMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	vSpecularIntensityMapUv = ( specularIntensityMapTransform * vec3( SPECULAR_INTENSITYMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_TRANSMISSIONMAP
	vTransmissionMapUv = ( transmissionMapTransform * vec3( TRANSMISSIONMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_THICKNESSMAP
	vThicknessMapUv = ( thicknessMapTransform * vec3( THICKNESSMAP_UV, 1 ) ).xy;
#endif`,JM=`#if defined( USE_ENVMAP ) || defined( DISTANCE ) || defined ( USE_SHADOWMAP ) || defined ( USE_TRANSMISSION ) || NUM_SPOT_LIGHT_COORDS > 0
	vec4 worldPosition = vec4( transformed, 1.0 );
	#ifdef USE_BATCHING
		worldPosition = batchingMatrix * worldPosition;
	#endif
	#ifdef USE_INSTANCING
		worldPosition = instanceMatrix * worldPosition;
	#endif
	worldPosition = modelMatrix * worldPosition;
#endif`,KM=`varying vec2 vUv;
uniform mat3 uvTransform;
void main() {
	vUv = ( uvTransform * vec3( uv, 1 ) ).xy;
	gl_Position = vec4( position.xy, 1.0, 1.0 );
}`,jM=`uniform sampler2D t2D;
uniform float backgroundIntensity;
varying vec2 vUv;
void main() {
	vec4 texColor = texture2D( t2D, vUv );
	#ifdef DECODE_VIDEO_TEXTURE
		texColor = vec4( mix( pow( texColor.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), texColor.rgb * 0.0773993808, vec3( lessThanEqual( texColor.rgb, vec3( 0.04045 ) ) ) ), texColor.w );
	#endif
	texColor.rgb *= backgroundIntensity;
	gl_FragColor = texColor;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,QM=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,ew=`uniform float backgroundBlurriness;
uniform float backgroundIntensity;
uniform mat3 backgroundRotation;
varying vec3 vWorldDirection;
#include <envmap_common_pars_fragment>
void main() {
	#ifdef ENVMAP_TYPE_PMREM
		vec4 texColor = textureLod( envMap, backgroundRotation * vWorldDirection, roughnessToMip( backgroundBlurriness ) );
	#else
		vec4 texColor = textureCube( envMap, backgroundRotation * vWorldDirection );
	#endif
	texColor.rgb *= backgroundIntensity;
	gl_FragColor = texColor;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,tw=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,nw=`uniform samplerCube tCube;
uniform float tFlip;
uniform float opacity;
varying vec3 vWorldDirection;
void main() {
	vec4 texColor = textureCube( tCube, vec3( tFlip * vWorldDirection.x, vWorldDirection.yz ) );
	gl_FragColor = texColor;
	gl_FragColor.a *= opacity;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,iw=`#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
varying vec2 vHighPrecisionZW;
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <skinbase_vertex>
	#include <morphinstance_vertex>
	#ifdef USE_DISPLACEMENTMAP
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vHighPrecisionZW = gl_Position.zw;
}`,sw=`#if DEPTH_PACKING == 3200
	uniform float opacity;
#endif
#include <common>
#include <packing>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
varying vec2 vHighPrecisionZW;
void main() {
	vec4 diffuseColor = vec4( 1.0 );
	#include <clipping_planes_fragment>
	#if DEPTH_PACKING == 3200
		diffuseColor.a = opacity;
	#endif
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <logdepthbuf_fragment>
	#ifdef USE_REVERSED_DEPTH_BUFFER
		float fragCoordZ = vHighPrecisionZW[ 0 ] / vHighPrecisionZW[ 1 ];
	#else
		float fragCoordZ = 0.5 * vHighPrecisionZW[ 0 ] / vHighPrecisionZW[ 1 ] + 0.5;
	#endif
	#if DEPTH_PACKING == 3200
		gl_FragColor = vec4( vec3( 1.0 - fragCoordZ ), opacity );
	#elif DEPTH_PACKING == 3201
		gl_FragColor = packDepthToRGBA( fragCoordZ );
	#elif DEPTH_PACKING == 3202
		gl_FragColor = vec4( packDepthToRGB( fragCoordZ ), 1.0 );
	#elif DEPTH_PACKING == 3203
		gl_FragColor = vec4( packDepthToRG( fragCoordZ ), 0.0, 1.0 );
	#endif
}`,rw=`#define DISTANCE
varying vec3 vWorldPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <skinbase_vertex>
	#include <morphinstance_vertex>
	#ifdef USE_DISPLACEMENTMAP
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <worldpos_vertex>
	#include <clipping_planes_vertex>
	vWorldPosition = worldPosition.xyz;
}`,ow=`#define DISTANCE
uniform vec3 referencePosition;
uniform float nearDistance;
uniform float farDistance;
varying vec3 vWorldPosition;
#include <common>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( 1.0 );
	#include <clipping_planes_fragment>
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	float dist = length( vWorldPosition - referencePosition );
	dist = ( dist - nearDistance ) / ( farDistance - nearDistance );
	dist = saturate( dist );
	gl_FragColor = vec4( dist, 0.0, 0.0, 1.0 );
}`,aw=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
}`,lw=`uniform sampler2D tEquirect;
varying vec3 vWorldDirection;
#include <common>
void main() {
	vec3 direction = normalize( vWorldDirection );
	vec2 sampleUV = equirectUv( direction );
	gl_FragColor = texture2D( tEquirect, sampleUV );
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,cw=`uniform float scale;
attribute float lineDistance;
varying float vLineDistance;
#include <common>
#include <uv_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	vLineDistance = scale * lineDistance;
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
}`,hw=`uniform vec3 diffuse;
uniform float opacity;
uniform float dashSize;
uniform float totalSize;
varying float vLineDistance;
#include <common>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	if ( mod( vLineDistance, totalSize ) > dashSize ) {
		discard;
	}
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,uw=`#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#if defined ( USE_ENVMAP ) || defined ( USE_SKINNING )
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinbase_vertex>
		#include <skinnormal_vertex>
		#include <defaultnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <fog_vertex>
}`,dw=`uniform vec3 diffuse;
uniform float opacity;
#ifndef FLAT_SHADED
	varying vec3 vNormal;
#endif
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <fog_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	#ifdef USE_LIGHTMAP
		vec4 lightMapTexel = texture2D( lightMap, vLightMapUv );
		reflectedLight.indirectDiffuse += lightMapTexel.rgb * lightMapIntensity * RECIPROCAL_PI;
	#else
		reflectedLight.indirectDiffuse += vec3( 1.0 );
	#endif
	#include <aomap_fragment>
	reflectedLight.indirectDiffuse *= diffuseColor.rgb;
	vec3 outgoingLight = reflectedLight.indirectDiffuse;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,fw=`#define LAMBERT
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,pw=`#define LAMBERT
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_lambert_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_lambert_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + totalEmissiveRadiance;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,mw=`#define MATCAP
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <color_pars_vertex>
#include <displacementmap_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
	vViewPosition = - mvPosition.xyz;
}`,gw=`#define MATCAP
uniform vec3 diffuse;
uniform float opacity;
uniform sampler2D matcap;
varying vec3 vViewPosition;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <normal_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	vec3 viewDir = normalize( vViewPosition );
	vec3 x = normalize( vec3( viewDir.z, 0.0, - viewDir.x ) );
	vec3 y = cross( viewDir, x );
	vec2 uv = vec2( dot( x, normal ), dot( y, normal ) ) * 0.495 + 0.5;
	#ifdef USE_MATCAP
		vec4 matcapColor = texture2D( matcap, uv );
	#else
		vec4 matcapColor = vec4( vec3( mix( 0.2, 0.8, uv.y ) ), 1.0 );
	#endif
	vec3 outgoingLight = diffuseColor.rgb * matcapColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,xw=`#define NORMAL
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	varying vec3 vViewPosition;
#endif
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	vViewPosition = - mvPosition.xyz;
#endif
}`,vw=`#define NORMAL
uniform float opacity;
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	varying vec3 vViewPosition;
#endif
#include <uv_pars_fragment>
#include <normal_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( 0.0, 0.0, 0.0, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	gl_FragColor = vec4( normalize( normal ) * 0.5 + 0.5, diffuseColor.a );
	#ifdef OPAQUE
		gl_FragColor.a = 1.0;
	#endif
}`,yw=`#define PHONG
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,_w=`#define PHONG
uniform vec3 diffuse;
uniform vec3 emissive;
uniform vec3 specular;
uniform float shininess;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_phong_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_phong_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + reflectedLight.directSpecular + reflectedLight.indirectSpecular + totalEmissiveRadiance;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,bw=`#define STANDARD
varying vec3 vViewPosition;
#ifdef USE_TRANSMISSION
	varying vec3 vWorldPosition;
#endif
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
#ifdef USE_TRANSMISSION
	vWorldPosition = worldPosition.xyz;
#endif
}`,Mw=`#define STANDARD
#ifdef PHYSICAL
	#define IOR
	#define USE_SPECULAR
#endif
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float roughness;
uniform float metalness;
uniform float opacity;
#ifdef IOR
	uniform float ior;
#endif
#ifdef USE_SPECULAR
	uniform float specularIntensity;
	uniform vec3 specularColor;
	#ifdef USE_SPECULAR_COLORMAP
		uniform sampler2D specularColorMap;
	#endif
	#ifdef USE_SPECULAR_INTENSITYMAP
		uniform sampler2D specularIntensityMap;
	#endif
#endif
#ifdef USE_CLEARCOAT
	uniform float clearcoat;
	uniform float clearcoatRoughness;
#endif
#ifdef USE_DIFFUSE_ROUGHNESS
	uniform float diffuseRoughness;
	#ifdef USE_DIFFUSE_ROUGHNESSMAP
		uniform sampler2D diffuseRoughnessMap;
	#endif
#endif
#ifdef USE_DISPERSION
	uniform float dispersion;
#endif
#ifdef USE_RETROREFLECTION
	uniform float retroreflectivity;
#endif
#ifdef USE_IRIDESCENCE
	uniform float iridescence;
	uniform float iridescenceIOR;
	uniform float iridescenceThicknessMinimum;
	uniform float iridescenceThicknessMaximum;
#endif
#ifdef USE_SHEEN
	uniform vec3 sheenColor;
	uniform float sheenRoughness;
	#ifdef USE_SHEEN_COLORMAP
		uniform sampler2D sheenColorMap;
	#endif
	#ifdef USE_SHEEN_ROUGHNESSMAP
		uniform sampler2D sheenRoughnessMap;
	#endif
#endif
#ifdef USE_ANISOTROPY
	uniform vec2 anisotropyVector;
	#ifdef USE_ANISOTROPYMAP
		uniform sampler2D anisotropyMap;
	#endif
#endif
varying vec3 vViewPosition;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <iridescence_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_physical_pars_fragment>
#include <transmission_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <clearcoat_pars_fragment>
#include <iridescence_pars_fragment>
#include <roughnessmap_pars_fragment>
#include <metalnessmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <roughnessmap_fragment>
	#include <metalnessmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <clearcoat_normal_fragment_begin>
	#include <clearcoat_normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_physical_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 totalDiffuse = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse;
	vec3 totalSpecular = reflectedLight.directSpecular + reflectedLight.indirectSpecular;
	#include <transmission_fragment>
	vec3 outgoingLight = totalDiffuse + totalSpecular + totalEmissiveRadiance;
	#ifdef USE_SHEEN
 
		outgoingLight = outgoingLight + sheenSpecularDirect + sheenSpecularIndirect;
 
 	#endif
	#ifdef USE_CLEARCOAT
		float dotNVcc = saturate( dot( geometryClearcoatNormal, geometryViewDir ) );
		vec3 Fcc = F_Schlick( material.clearcoatF0, material.clearcoatF90, dotNVcc );
		outgoingLight = outgoingLight * ( 1.0 - material.clearcoat * Fcc ) + ( clearcoatSpecularDirect + clearcoatSpecularIndirect ) * material.clearcoat;
	#endif
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,ww=`#define TOON
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,Sw=`#define TOON
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <gradientmap_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_toon_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_toon_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + totalEmissiveRadiance;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,Aw=`uniform float size;
uniform float scale;
#include <common>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
#ifdef USE_POINTS_UV
	varying vec2 vUv;
	uniform mat3 uvTransform;
#endif
void main() {
	#ifdef USE_POINTS_UV
		vUv = ( uvTransform * vec3( uv, 1 ) ).xy;
	#endif
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <project_vertex>
	gl_PointSize = size;
	#ifdef USE_SIZEATTENUATION
		bool isPerspective = isPerspectiveMatrix( projectionMatrix );
		if ( isPerspective ) gl_PointSize *= ( scale / - mvPosition.z );
	#endif
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <worldpos_vertex>
	#include <fog_vertex>
}`,Tw=`uniform vec3 diffuse;
uniform float opacity;
#include <common>
#include <color_pars_fragment>
#include <map_particle_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_particle_fragment>
	#include <color_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,Ew=`#include <common>
#include <batching_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <shadowmap_pars_vertex>
void main() {
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,Cw=`uniform vec3 color;
uniform float opacity;
#include <common>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <logdepthbuf_pars_fragment>
#include <shadowmap_pars_fragment>
#include <shadowmask_pars_fragment>
void main() {
	#include <logdepthbuf_fragment>
	gl_FragColor = vec4( color, opacity * ( 1.0 - getShadowMask() ) );
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,Rw=`uniform float rotation;
uniform vec2 center;
#include <common>
#include <uv_pars_vertex>
#include <fog_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	vec4 mvPosition = modelViewMatrix[ 3 ];
	vec2 scale = vec2( length( modelMatrix[ 0 ].xyz ), length( modelMatrix[ 1 ].xyz ) );
	#ifndef USE_SIZEATTENUATION
		bool isPerspective = isPerspectiveMatrix( projectionMatrix );
		if ( isPerspective ) scale *= - mvPosition.z;
	#endif
	vec2 alignedPosition = ( position.xy - ( center - vec2( 0.5 ) ) ) * scale;
	vec2 rotatedPosition;
	rotatedPosition.x = cos( rotation ) * alignedPosition.x - sin( rotation ) * alignedPosition.y;
	rotatedPosition.y = sin( rotation ) * alignedPosition.x + cos( rotation ) * alignedPosition.y;
	mvPosition.xy += rotatedPosition;
	gl_Position = projectionMatrix * mvPosition;
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
}`,Pw=`uniform vec3 diffuse;
uniform float opacity;
#include <common>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
}`,ht={alphahash_fragment:j_,alphahash_pars_fragment:Q_,alphamap_fragment:eb,alphamap_pars_fragment:tb,alphatest_fragment:nb,alphatest_pars_fragment:ib,aomap_fragment:sb,aomap_pars_fragment:rb,batching_pars_vertex:ob,batching_vertex:ab,begin_vertex:lb,beginnormal_vertex:cb,bsdfs:hb,iridescence_fragment:ub,bumpmap_pars_fragment:db,clipping_planes_fragment:fb,clipping_planes_pars_fragment:pb,clipping_planes_pars_vertex:mb,clipping_planes_vertex:gb,color_fragment:xb,color_pars_fragment:vb,color_pars_vertex:yb,color_vertex:_b,common:bb,defaultnormal_vertex:Mb,displacementmap_pars_vertex:wb,displacementmap_vertex:Sb,emissivemap_fragment:Ab,emissivemap_pars_fragment:Tb,colorspace_fragment:Eb,colorspace_pars_fragment:Cb,envmap_fragment:Rb,envmap_common_pars_fragment:Pb,envmap_pars_fragment:Ib,envmap_pars_vertex:Lb,envmap_physical_pars_fragment:Hb,envmap_vertex:Nb,fog_vertex:Db,fog_pars_vertex:Fb,fog_fragment:Ub,fog_pars_fragment:kb,gradientmap_pars_fragment:Ob,lightmap_pars_fragment:Bb,lights_lambert_fragment:zb,lights_lambert_pars_fragment:Vb,lights_pars_begin:Gb,lights_toon_fragment:Wb,lights_toon_pars_fragment:Xb,lights_phong_fragment:$b,lights_phong_pars_fragment:qb,lights_physical_fragment:Yb,lights_physical_pars_fragment:Zb,lights_fragment_begin:Jb,lights_fragment_maps:Kb,lights_fragment_end:jb,lightprobes_pars_fragment:Qb,logdepthbuf_fragment:eM,logdepthbuf_pars_fragment:tM,logdepthbuf_pars_vertex:nM,logdepthbuf_vertex:iM,map_fragment:sM,map_pars_fragment:rM,map_particle_fragment:oM,map_particle_pars_fragment:aM,metalnessmap_fragment:lM,metalnessmap_pars_fragment:cM,morphinstance_vertex:hM,morphcolor_vertex:uM,morphnormal_vertex:dM,morphtarget_pars_vertex:fM,morphtarget_vertex:pM,normal_fragment_begin:mM,normal_fragment_maps:gM,normal_pars_fragment:xM,normal_pars_vertex:vM,normal_vertex:yM,normalmap_pars_fragment:_M,clearcoat_normal_fragment_begin:bM,clearcoat_normal_fragment_maps:MM,clearcoat_pars_fragment:wM,iridescence_pars_fragment:SM,opaque_fragment:AM,packing:TM,premultiplied_alpha_fragment:EM,project_vertex:CM,dithering_fragment:RM,dithering_pars_fragment:PM,roughnessmap_fragment:IM,roughnessmap_pars_fragment:LM,shadowmap_pars_fragment:NM,shadowmap_pars_vertex:DM,shadowmap_vertex:FM,shadowmask_pars_fragment:UM,skinbase_vertex:kM,skinning_pars_vertex:OM,skinning_vertex:BM,skinnormal_vertex:zM,specularmap_fragment:VM,specularmap_pars_fragment:GM,tonemapping_fragment:HM,tonemapping_pars_fragment:WM,transmission_fragment:XM,transmission_pars_fragment:$M,uv_pars_fragment:qM,uv_pars_vertex:YM,uv_vertex:ZM,worldpos_vertex:JM,background_vert:KM,background_frag:jM,backgroundCube_vert:QM,backgroundCube_frag:ew,cube_vert:tw,cube_frag:nw,depth_vert:iw,depth_frag:sw,distance_vert:rw,distance_frag:ow,equirect_vert:aw,equirect_frag:lw,linedashed_vert:cw,linedashed_frag:hw,meshbasic_vert:uw,meshbasic_frag:dw,meshlambert_vert:fw,meshlambert_frag:pw,meshmatcap_vert:mw,meshmatcap_frag:gw,meshnormal_vert:xw,meshnormal_frag:vw,meshphong_vert:yw,meshphong_frag:_w,meshphysical_vert:bw,meshphysical_frag:Mw,meshtoon_vert:ww,meshtoon_frag:Sw,points_vert:Aw,points_frag:Tw,shadow_vert:Ew,shadow_frag:Cw,sprite_vert:Rw,sprite_frag:Pw},Le={common:{diffuse:{value:new Ye(16777215)},opacity:{value:1},map:{value:null},mapTransform:{value:new tt},alphaMap:{value:null},alphaMapTransform:{value:new tt},alphaTest:{value:0}},specularmap:{specularMap:{value:null},specularMapTransform:{value:new tt}},envmap:{envMap:{value:null},envMapRotation:{value:new tt},reflectivity:{value:1},ior:{value:1.5},refractionRatio:{value:.98},dfgLUT:{value:null}},aomap:{aoMap:{value:null},aoMapIntensity:{value:1},aoMapTransform:{value:new tt}},lightmap:{lightMap:{value:null},lightMapIntensity:{value:1},lightMapTransform:{value:new tt}},bumpmap:{bumpMap:{value:null},bumpMapTransform:{value:new tt},bumpScale:{value:1}},normalmap:{normalMap:{value:null},normalMapTransform:{value:new tt},normalScale:{value:new et(1,1)}},displacementmap:{displacementMap:{value:null},displacementMapTransform:{value:new tt},displacementScale:{value:1},displacementBias:{value:0}},emissivemap:{emissiveMap:{value:null},emissiveMapTransform:{value:new tt}},metalnessmap:{metalnessMap:{value:null},metalnessMapTransform:{value:new tt}},roughnessmap:{roughnessMap:{value:null},roughnessMapTransform:{value:new tt}},gradientmap:{gradientMap:{value:null}},fog:{fogDensity:{value:25e-5},fogNear:{value:1},fogFar:{value:2e3},fogColor:{value:new Ye(16777215)}},lights:{ambientLightColor:{value:[]},lightProbe:{value:[]},sunLights:{value:[],properties:{direction:{},color:{}}},sunLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},sunShadowMatrix:{value:[]},sunShadowCascade:{value:[]},directionalLights:{value:[],properties:{direction:{},color:{}}},directionalLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},directionalShadowMatrix:{value:[]},spotLights:{value:[],properties:{color:{},position:{},direction:{},distance:{},coneCos:{},penumbraCos:{},decay:{}}},spotLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},spotLightMap:{value:[]},spotLightMatrix:{value:[]},pointLights:{value:[],properties:{color:{},position:{},decay:{},distance:{}}},pointLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{},shadowCameraNear:{},shadowCameraFar:{}}},pointShadowMatrix:{value:[]},hemisphereLights:{value:[],properties:{direction:{},skyColor:{},groundColor:{}}},rectAreaLights:{value:[],properties:{color:{},position:{},width:{},height:{}}},ltc_1:{value:null},ltc_2:{value:null},probesSH:{value:[]},probesMin:{value:[]},probesMax:{value:[]},probesResolution:{value:[]}},points:{diffuse:{value:new Ye(16777215)},opacity:{value:1},size:{value:1},scale:{value:1},map:{value:null},alphaMap:{value:null},alphaMapTransform:{value:new tt},alphaTest:{value:0},uvTransform:{value:new tt}},sprite:{diffuse:{value:new Ye(16777215)},opacity:{value:1},center:{value:new et(.5,.5)},rotation:{value:0},map:{value:null},mapTransform:{value:new tt},alphaMap:{value:null},alphaMapTransform:{value:new tt},alphaTest:{value:0}}},is={basic:{uniforms:Gn([Le.common,Le.specularmap,Le.envmap,Le.aomap,Le.lightmap,Le.fog]),vertexShader:ht.meshbasic_vert,fragmentShader:ht.meshbasic_frag},lambert:{uniforms:Gn([Le.common,Le.specularmap,Le.envmap,Le.aomap,Le.lightmap,Le.emissivemap,Le.bumpmap,Le.normalmap,Le.displacementmap,Le.fog,Le.lights,{emissive:{value:new Ye(0)},envMapIntensity:{value:1}}]),vertexShader:ht.meshlambert_vert,fragmentShader:ht.meshlambert_frag},phong:{uniforms:Gn([Le.common,Le.specularmap,Le.envmap,Le.aomap,Le.lightmap,Le.emissivemap,Le.bumpmap,Le.normalmap,Le.displacementmap,Le.fog,Le.lights,{emissive:{value:new Ye(0)},specular:{value:new Ye(1118481)},shininess:{value:30},envMapIntensity:{value:1}}]),vertexShader:ht.meshphong_vert,fragmentShader:ht.meshphong_frag},standard:{uniforms:Gn([Le.common,Le.envmap,Le.aomap,Le.lightmap,Le.emissivemap,Le.bumpmap,Le.normalmap,Le.displacementmap,Le.roughnessmap,Le.metalnessmap,Le.fog,Le.lights,{emissive:{value:new Ye(0)},roughness:{value:1},metalness:{value:0},envMapIntensity:{value:1}}]),vertexShader:ht.meshphysical_vert,fragmentShader:ht.meshphysical_frag},toon:{uniforms:Gn([Le.common,Le.aomap,Le.lightmap,Le.emissivemap,Le.bumpmap,Le.normalmap,Le.displacementmap,Le.gradientmap,Le.fog,Le.lights,{emissive:{value:new Ye(0)}}]),vertexShader:ht.meshtoon_vert,fragmentShader:ht.meshtoon_frag},matcap:{uniforms:Gn([Le.common,Le.bumpmap,Le.normalmap,Le.displacementmap,Le.fog,{matcap:{value:null}}]),vertexShader:ht.meshmatcap_vert,fragmentShader:ht.meshmatcap_frag},points:{uniforms:Gn([Le.points,Le.fog]),vertexShader:ht.points_vert,fragmentShader:ht.points_frag},dashed:{uniforms:Gn([Le.common,Le.fog,{scale:{value:1},dashSize:{value:1},totalSize:{value:2}}]),vertexShader:ht.linedashed_vert,fragmentShader:ht.linedashed_frag},depth:{uniforms:Gn([Le.common,Le.displacementmap]),vertexShader:ht.depth_vert,fragmentShader:ht.depth_frag},normal:{uniforms:Gn([Le.common,Le.bumpmap,Le.normalmap,Le.displacementmap,{opacity:{value:1}}]),vertexShader:ht.meshnormal_vert,fragmentShader:ht.meshnormal_frag},sprite:{uniforms:Gn([Le.sprite,Le.fog]),vertexShader:ht.sprite_vert,fragmentShader:ht.sprite_frag},background:{uniforms:{uvTransform:{value:new tt},t2D:{value:null},backgroundIntensity:{value:1}},vertexShader:ht.background_vert,fragmentShader:ht.background_frag},backgroundCube:{uniforms:{envMap:{value:null},backgroundBlurriness:{value:0},backgroundIntensity:{value:1},backgroundRotation:{value:new tt}},vertexShader:ht.backgroundCube_vert,fragmentShader:ht.backgroundCube_frag},cube:{uniforms:{tCube:{value:null},tFlip:{value:-1},opacity:{value:1}},vertexShader:ht.cube_vert,fragmentShader:ht.cube_frag},equirect:{uniforms:{tEquirect:{value:null}},vertexShader:ht.equirect_vert,fragmentShader:ht.equirect_frag},distance:{uniforms:Gn([Le.common,Le.displacementmap,{referencePosition:{value:new W},nearDistance:{value:1},farDistance:{value:1e3}}]),vertexShader:ht.distance_vert,fragmentShader:ht.distance_frag},shadow:{uniforms:Gn([Le.lights,Le.fog,{color:{value:new Ye(0)},opacity:{value:1}}]),vertexShader:ht.shadow_vert,fragmentShader:ht.shadow_frag}};is.physical={uniforms:Gn([is.standard.uniforms,{clearcoat:{value:0},clearcoatMap:{value:null},clearcoatMapTransform:{value:new tt},clearcoatNormalMap:{value:null},clearcoatNormalMapTransform:{value:new tt},clearcoatNormalScale:{value:new et(1,1)},clearcoatRoughness:{value:0},clearcoatRoughnessMap:{value:null},clearcoatRoughnessMapTransform:{value:new tt},diffuseRoughness:{value:0},diffuseRoughnessMap:{value:null},diffuseRoughnessMapTransform:{value:new tt},dispersion:{value:0},retroreflectivity:{value:0},iridescence:{value:0},iridescenceMap:{value:null},iridescenceMapTransform:{value:new tt},iridescenceIOR:{value:1.3},iridescenceThicknessMinimum:{value:100},iridescenceThicknessMaximum:{value:400},iridescenceThicknessMap:{value:null},iridescenceThicknessMapTransform:{value:new tt},sheen:{value:0},sheenColor:{value:new Ye(0)},sheenColorMap:{value:null},sheenColorMapTransform:{value:new tt},sheenRoughness:{value:1},sheenRoughnessMap:{value:null},sheenRoughnessMapTransform:{value:new tt},transmission:{value:0},transmissionMap:{value:null},transmissionMapTransform:{value:new tt},transmissionSamplerSize:{value:new et},transmissionSamplerMap:{value:null},thickness:{value:0},thicknessMap:{value:null},thicknessMapTransform:{value:new tt},attenuationDistance:{value:0},attenuationColor:{value:new Ye(0)},specularColor:{value:new Ye(1,1,1)},specularColorMap:{value:null},specularColorMapTransform:{value:new tt},specularIntensity:{value:1},specularIntensityMap:{value:null},specularIntensityMapTransform:{value:new tt},anisotropyVector:{value:new et},anisotropyMap:{value:null},anisotropyMapTransform:{value:new tt}}]),vertexShader:ht.meshphysical_vert,fragmentShader:ht.meshphysical_frag};var Nh={r:0,b:0,g:0},Iw=new ot,sx=new tt;sx.set(-1,0,0,0,1,0,0,0,1);function Lw(i,e,t,n,s,r){let o=new Ye(0),a=s===!0?0:1,l,c,h=null,u=0,d=null;function f(_){let E=_.isScene===!0?_.background:null;if(E&&E.isTexture){let M=_.backgroundBlurriness>0;E=e.get(E,M)}return E}function p(_){let E=!1,M=f(_);M===null?m(o,a):M&&M.isColor&&(m(M,1),E=!0);let C=i.xr.getEnvironmentBlendMode();C==="additive"?t.buffers.color.setClear(0,0,0,1,r):C==="alpha-blend"&&t.buffers.color.setClear(0,0,0,0,r),(i.autoClear||E)&&(t.buffers.depth.setTest(!0),t.buffers.depth.setMask(!0),t.buffers.color.setMask(!0),i.clear(i.autoClearColor,i.autoClearDepth,i.autoClearStencil))}function x(_,E){let M=f(E);M&&M.isCubeTexture?(c===void 0&&(c=new gn(new zn(1,1,1),new Mi({name:"BackgroundCubeMaterial",uniforms:Tr(is.backgroundCube.uniforms),vertexShader:is.backgroundCube.vertexShader,fragmentShader:is.backgroundCube.fragmentShader,side:Qn,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),c.geometry.deleteAttribute("normal"),c.geometry.deleteAttribute("uv"),c.onBeforeRender=function(C,T,v){this.matrixWorld.copyPosition(v.matrixWorld)},Object.defineProperty(c.material,"envMap",{get:function(){return this.uniforms.envMap.value}}),n.update(c)),c.material.uniforms.envMap.value=M,c.material.uniforms.backgroundBlurriness.value=E.backgroundBlurriness,c.material.uniforms.backgroundIntensity.value=E.backgroundIntensity,c.material.uniforms.backgroundRotation.value.setFromMatrix4(Iw.makeRotationFromEuler(E.backgroundRotation)).transpose(),M.isRenderTargetTexture===!1&&c.material.uniforms.backgroundRotation.value.premultiply(sx),c.material.toneMapped=mt.getTransfer(M.colorSpace)!==Ct,(h!==M||u!==M.version||d!==i.toneMapping)&&(c.material.needsUpdate=!0,h=M,u=M.version,d=i.toneMapping),c.layers.enableAll(),_.unshift(c,c.geometry,c.material,0,0,null)):M&&M.isTexture&&(l===void 0&&(l=new gn(new br(2,2),new Mi({name:"BackgroundMaterial",uniforms:Tr(is.background.uniforms),vertexShader:is.background.vertexShader,fragmentShader:is.background.fragmentShader,side:er,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),l.geometry.deleteAttribute("normal"),Object.defineProperty(l.material,"map",{get:function(){return this.uniforms.t2D.value}}),n.update(l)),l.material.uniforms.t2D.value=M,l.material.uniforms.backgroundIntensity.value=E.backgroundIntensity,l.material.toneMapped=mt.getTransfer(M.colorSpace)!==Ct,M.matrixAutoUpdate===!0&&M.updateMatrix(),l.material.uniforms.uvTransform.value.copy(M.matrix),(h!==M||u!==M.version||d!==i.toneMapping)&&(l.material.needsUpdate=!0,h=M,u=M.version,d=i.toneMapping),l.layers.enableAll(),_.unshift(l,l.geometry,l.material,0,0,null))}function m(_,E){_.getRGB(Nh,af(i)),t.buffers.color.setClear(Nh.r,Nh.g,Nh.b,E,r)}function g(){c!==void 0&&(c.geometry.dispose(),c.material.dispose(),c=void 0),l!==void 0&&(l.geometry.dispose(),l.material.dispose(),l=void 0)}return{getClearColor:function(){return o},setClearColor:function(_,E=1){o.set(_),a=E,m(o,a)},getClearAlpha:function(){return a},setClearAlpha:function(_){a=_,m(o,a)},render:p,addToRenderList:x,dispose:g}}function Nw(i,e){let t=i.getParameter(i.MAX_VERTEX_ATTRIBS),n={},s=d(null),r=s,o=!1;function a(L,O,z,N,H){let X=!1,V=u(L,N,z,O);r!==V&&(r=V,c(r.object)),X=f(L,N,z,H),X&&p(L,N,z,H),H!==null&&e.update(H,i.ELEMENT_ARRAY_BUFFER),(X||o)&&(o=!1,M(L,O,z,N),H!==null&&i.bindBuffer(i.ELEMENT_ARRAY_BUFFER,e.get(H).buffer))}function l(){return i.createVertexArray()}function c(L){return i.bindVertexArray(L)}function h(L){return i.deleteVertexArray(L)}function u(L,O,z,N){let H=N.wireframe===!0,X=n[O.id];X===void 0&&(X={},n[O.id]=X);let V=L.isInstancedMesh===!0?L.id:0,le=X[V];le===void 0&&(le={},X[V]=le);let Z=le[z.id];Z===void 0&&(Z={},le[z.id]=Z);let Q=Z[H];return Q===void 0&&(Q=d(l()),Z[H]=Q),Q}function d(L){let O=[],z=[],N=[];for(let H=0;H<t;H++)O[H]=0,z[H]=0,N[H]=0;return{geometry:null,program:null,wireframe:!1,newAttributes:O,enabledAttributes:z,attributeDivisors:N,object:L,attributes:{},index:null}}function f(L,O,z,N){let H=r.attributes,X=O.attributes,V=0,le=z.getAttributes();for(let Z in le)if(le[Z].location>=0){let se=H[Z],de=X[Z];if(de===void 0&&(Z==="instanceMatrix"&&L.instanceMatrix&&(de=L.instanceMatrix),Z==="instanceColor"&&L.instanceColor&&(de=L.instanceColor)),se===void 0||se.attribute!==de||de&&se.data!==de.data)return!0;V++}return r.attributesNum!==V||r.index!==N}function p(L,O,z,N){let H={},X=O.attributes,V=0,le=z.getAttributes();for(let Z in le)if(le[Z].location>=0){let se=X[Z];se===void 0&&(Z==="instanceMatrix"&&L.instanceMatrix&&(se=L.instanceMatrix),Z==="instanceColor"&&L.instanceColor&&(se=L.instanceColor));let de={};de.attribute=se,se&&se.data&&(de.data=se.data),H[Z]=de,V++}r.attributes=H,r.attributesNum=V,r.index=N}function x(){let L=r.newAttributes;for(let O=0,z=L.length;O<z;O++)L[O]=0}function m(L){g(L,0)}function g(L,O){let z=r.newAttributes,N=r.enabledAttributes,H=r.attributeDivisors;z[L]=1,N[L]===0&&(i.enableVertexAttribArray(L),N[L]=1),H[L]!==O&&(i.vertexAttribDivisor(L,O),H[L]=O)}function _(){let L=r.newAttributes,O=r.enabledAttributes;for(let z=0,N=O.length;z<N;z++)O[z]!==L[z]&&(i.disableVertexAttribArray(z),O[z]=0)}function E(L,O,z,N,H,X,V){V===!0?i.vertexAttribIPointer(L,O,z,H,X):i.vertexAttribPointer(L,O,z,N,H,X)}function M(L,O,z,N){x();let H=N.attributes,X=z.getAttributes(),V=O.defaultAttributeValues;for(let le in X){let Z=X[le];if(Z.location>=0){let Q=H[le];if(Q===void 0&&(le==="instanceMatrix"&&L.instanceMatrix&&(Q=L.instanceMatrix),le==="instanceColor"&&L.instanceColor&&(Q=L.instanceColor)),Q!==void 0){let se=Q.normalized,de=Q.itemSize,ue=e.get(Q);if(ue===void 0)continue;let ee=ue.buffer,me=ue.type,ve=ue.bytesPerElement,Ee=me===i.INT||me===i.UNSIGNED_INT||Q.gpuType===Zc;if(Q.isInterleavedBufferAttribute){let Me=Q.data,He=Me.isInterleavedBuffer===!0?Me.stride:Me.itemSize,st=Q.offset;if(Me.isInstancedInterleavedBuffer||Me.isInstancedBufferAttribute){for(let Ve=0;Ve<Z.locationSize;Ve++)g(Z.location+Ve,Me.meshPerAttribute);L.isInstancedMesh!==!0&&N._maxInstanceCount===void 0&&(N._maxInstanceCount=Me.meshPerAttribute*Me.count)}else for(let Ve=0;Ve<Z.locationSize;Ve++)m(Z.location+Ve);i.bindBuffer(i.ARRAY_BUFFER,ee);for(let Ve=0;Ve<Z.locationSize;Ve++)E(Z.location+Ve,de/Z.locationSize,me,se,He*ve,(st+de/Z.locationSize*Ve)*ve,Ee)}else{if(Q.isInstancedBufferAttribute){for(let Me=0;Me<Z.locationSize;Me++)g(Z.location+Me,Q.meshPerAttribute);L.isInstancedMesh!==!0&&N._maxInstanceCount===void 0&&(N._maxInstanceCount=Q.meshPerAttribute*Q.count)}else for(let Me=0;Me<Z.locationSize;Me++)m(Z.location+Me);i.bindBuffer(i.ARRAY_BUFFER,ee);for(let Me=0;Me<Z.locationSize;Me++)E(Z.location+Me,de/Z.locationSize,me,se,de*ve,de/Z.locationSize*Me*ve,Ee)}}else if(V!==void 0){let se=V[le];if(se!==void 0)switch(se.length){case 2:i.vertexAttrib2fv(Z.location,se);break;case 3:i.vertexAttrib3fv(Z.location,se);break;case 4:i.vertexAttrib4fv(Z.location,se);break;default:i.vertexAttrib1fv(Z.location,se)}}}}_()}function C(){F();for(let L in n){let O=n[L];for(let z in O){let N=O[z];for(let H in N){let X=N[H];for(let V in X)h(X[V].object),delete X[V];delete N[H]}}delete n[L]}}function T(L){if(n[L.id]===void 0)return;let O=n[L.id];for(let z in O){let N=O[z];for(let H in N){let X=N[H];for(let V in X)h(X[V].object),delete X[V];delete N[H]}}delete n[L.id]}function v(L){for(let O in n){let z=n[O];for(let N in z){let H=z[N];if(H[L.id]===void 0)continue;let X=H[L.id];for(let V in X)h(X[V].object),delete X[V];delete H[L.id]}}}function S(L){for(let O in n){let z=n[O],N=L.isInstancedMesh===!0?L.id:0,H=z[N];if(H!==void 0){for(let X in H){let V=H[X];for(let le in V)h(V[le].object),delete V[le];delete H[X]}delete z[N],Object.keys(z).length===0&&delete n[O]}}}function F(){I(),o=!0,r!==s&&(r=s,c(r.object))}function I(){s.geometry=null,s.program=null,s.wireframe=!1}return{setup:a,reset:F,resetDefaultState:I,dispose:C,releaseStatesOfGeometry:T,releaseStatesOfObject:S,releaseStatesOfProgram:v,initAttributes:x,enableAttribute:m,disableUnusedAttributes:_}}function Dw(i,e,t){let n;function s(l){n=l}function r(l,c){i.drawArrays(n,l,c),t.update(c,n,1)}function o(l,c,h){h!==0&&(i.drawArraysInstanced(n,l,c,h),t.update(c,n,h))}function a(l,c,h){if(h===0)return;e.get("WEBGL_multi_draw").multiDrawArraysWEBGL(n,l,0,c,0,h);let d=0;for(let f=0;f<h;f++)d+=c[f];t.update(d,n,1)}this.setMode=s,this.render=r,this.renderInstances=o,this.renderMultiDraw=a}function Fw(i,e,t,n){let s;function r(){if(s!==void 0)return s;if(e.has("EXT_texture_filter_anisotropic")===!0){let v=e.get("EXT_texture_filter_anisotropic");s=i.getParameter(v.MAX_TEXTURE_MAX_ANISOTROPY_EXT)}else s=0;return s}function o(v){return!(v!==Bi&&n.convert(v)!==i.getParameter(i.IMPLEMENTATION_COLOR_READ_FORMAT))}function a(v){let S=v===Oi&&(e.has("EXT_color_buffer_half_float")||e.has("EXT_color_buffer_float"));return!(v!==ti&&v!==wi&&!S&&n.convert(v)!==i.getParameter(i.IMPLEMENTATION_COLOR_READ_TYPE))}function l(v){if(v==="highp"){if(i.getShaderPrecisionFormat(i.VERTEX_SHADER,i.HIGH_FLOAT).precision>0&&i.getShaderPrecisionFormat(i.FRAGMENT_SHADER,i.HIGH_FLOAT).precision>0)return"highp";v="mediump"}return v==="mediump"&&i.getShaderPrecisionFormat(i.VERTEX_SHADER,i.MEDIUM_FLOAT).precision>0&&i.getShaderPrecisionFormat(i.FRAGMENT_SHADER,i.MEDIUM_FLOAT).precision>0?"mediump":"lowp"}let c=t.precision!==void 0?t.precision:"highp",h=l(c);h!==c&&(qe("WebGLRenderer:",c,"not supported, using",h,"instead."),c=h);let u=t.reversedDepthBuffer===!0&&e.has("EXT_clip_control"),d=t.logarithmicDepthBuffer===!0&&u===!1;t.reversedDepthBuffer===!0&&u===!1&&qe("WebGLRenderer: Unable to use reversed depth buffer due to missing EXT_clip_control extension. Fallback to default depth buffer."),t.logarithmicDepthBuffer===!0&&u===!0&&qe("WebGLRenderer: Logarithmic depth buffer is ignored when reversed depth buffer is enabled.");let f=i.getParameter(i.MAX_TEXTURE_IMAGE_UNITS),p=i.getParameter(i.MAX_VERTEX_TEXTURE_IMAGE_UNITS),x=i.getParameter(i.MAX_TEXTURE_SIZE),m=i.getParameter(i.MAX_CUBE_MAP_TEXTURE_SIZE),g=i.getParameter(i.MAX_VERTEX_ATTRIBS),_=i.getParameter(i.MAX_VERTEX_UNIFORM_VECTORS),E=i.getParameter(i.MAX_VARYING_VECTORS),M=i.getParameter(i.MAX_FRAGMENT_UNIFORM_VECTORS),C=i.getParameter(i.MAX_SAMPLES),T=i.getParameter(i.SAMPLES);return{isWebGL2:!0,getMaxAnisotropy:r,getMaxPrecision:l,textureFormatReadable:o,textureTypeReadable:a,precision:c,logarithmicDepthBuffer:d,reversedDepthBuffer:u,maxTextures:f,maxVertexTextures:p,maxTextureSize:x,maxCubemapSize:m,maxAttributes:g,maxVertexUniforms:_,maxVaryings:E,maxFragmentUniforms:M,maxSamples:C,samples:T}}function Uw(i){let e=this,t=null,n=0,s=!1,r=!1,o=new Fi,a=new tt,l={value:null,needsUpdate:!1};this.uniform=l,this.numPlanes=0,this.numIntersection=0,this.init=function(u,d){let f=u.length!==0||d||n!==0||s;return s=d,n=u.length,f},this.beginShadows=function(){r=!0,h(null)},this.endShadows=function(){r=!1},this.setGlobalState=function(u,d){t=h(u,d,0)},this.setState=function(u,d,f){let p=u.clippingPlanes,x=u.clipIntersection,m=u.clipShadows,g=i.get(u);if(!s||p===null||p.length===0||r&&!m)r?h(null):c();else{let _=r?0:n,E=_*4,M=g.clippingState||null;l.value=M,M=h(p,d,E,f);for(let C=0;C!==E;++C)M[C]=t[C];g.clippingState=M,this.numIntersection=x?this.numPlanes:0,this.numPlanes+=_}};function c(){l.value!==t&&(l.value=t,l.needsUpdate=n>0),e.numPlanes=n,e.numIntersection=0}function h(u,d,f,p){let x=u!==null?u.length:0,m=null;if(x!==0){if(m=l.value,p!==!0||m===null){let g=f+x*4,_=d.matrixWorldInverse;a.getNormalMatrix(_),(m===null||m.length<g)&&(m=new Float32Array(g));for(let E=0,M=f;E!==x;++E,M+=4)o.copy(u[E]).applyMatrix4(_,a),o.normal.toArray(m,M),m[M+3]=o.constant}l.value=m,l.needsUpdate=!0}return e.numPlanes=x,e.numIntersection=0,m}}var Ga=class extends fi{constructor(e=1,t={}){super(e,e,t),this.isWebGLCubeRenderTarget=!0;let n={width:e,height:e,depth:1},s=[n,n,n,n,n,n];this.texture=new _a(s),this._setTextureOptions(t),this.texture.isRenderTargetTexture=!0}fromEquirectangularTexture(e,t){this.texture.type=t.type,this.texture.colorSpace=t.colorSpace,this.texture.generateMipmaps=t.generateMipmaps,this.texture.minFilter=t.minFilter,this.texture.magFilter=t.magFilter;let n={uniforms:{tEquirect:{value:null}},vertexShader:`

				varying vec3 vWorldDirection;

				vec3 transformDirection( in vec3 dir, in mat4 matrix ) {

					return normalize( ( matrix * vec4( dir, 0.0 ) ).xyz );

				}

				void main() {

					vWorldDirection = transformDirection( position, modelMatrix );

					#include <begin_vertex>
					#include <project_vertex>

				}
			`,fragmentShader:`

				uniform sampler2D tEquirect;

				varying vec3 vWorldDirection;

				#include <common>

				void main() {

					vec3 direction = normalize( vWorldDirection );

					vec2 sampleUV = equirectUv( direction );

					gl_FragColor = texture2D( tEquirect, sampleUV );

				}
			`},s=new zn(5,5,5),r=new Mi({name:"CubemapFromEquirect",uniforms:Tr(n.uniforms),vertexShader:n.vertexShader,fragmentShader:n.fragmentShader,side:Qn,blending:Mr});r.uniforms.tEquirect.value=t;let o=new gn(s,r),a=t.minFilter;return t.minFilter===As&&(t.minFilter=jn),new wo(1,10,this).update(e,o),t.minFilter=a,o.geometry.dispose(),o.material.dispose(),this}clear(e,t=!0,n=!0,s=!0){let r=e.getRenderTarget();for(let o=0;o<6;o++)e.setRenderTarget(this,o),e.clear(t,n,s);e.setRenderTarget(r)}},U0=256,kw=3,Ow=20,rx=256,ox=16,Bw=3,zw=new W,Vw=new Ye,Fh=class i{constructor(e){this._renderer=e,this._cubeSize=0,this._sourceTarget=null,this._cubeCamera=new wo(1,10,null),this._boxMesh=new gn(new zn(5,5,5),null),this._cubemapMaterial=null,this._equirectMaterial=null,this._blurMaterial=null,this._ggxMaterial=null,this._integrationMaterial=null}fromScene(e,t=0,n=.1,s=100,r={}){let{size:o=256,position:a=zw}=r,l=this._renderer;this._setSize(o);let c=this._allocateTarget(),h=this._getSourceTarget(!0);t>0&&(h.texture.mipmapsAutoUpdate=!1);let u=l.autoClear,d=l.autoClearColor,f=l.autoClearDepth,p=l.autoClearStencil,x=e.background;l.autoClear=!0,l.autoClearColor=!0,l.autoClearDepth=!0,l.autoClearStencil=!0,x===null&&(e.background=l.getClearColor(Vw));let m=new wo(n,s,h);return m.position.copy(a),m.update(l,e),l.autoClear=u,l.autoClearColor=d,l.autoClearDepth=f,l.autoClearStencil=p,e.background=x,t>0&&(h.texture.mipmapsAutoUpdate=!0,this._blur(c,t)),this._applyPMREM(c),c}fromEquirectangular(e,t=null){return this._fromTexture(e,t)}fromCubemap(e,t=null){return this._fromTexture(e,t)}compileCubemapShader(){this._cubemapMaterial===null&&(this._cubemapMaterial=B0(),this._compileMaterial(this._cubemapMaterial))}compileEquirectangularShader(){this._equirectMaterial===null&&(this._equirectMaterial=O0(),this._compileMaterial(this._equirectMaterial))}dispose(){this._sourceTarget!==null&&this._sourceTarget.dispose(),this._cubemapMaterial!==null&&this._cubemapMaterial.dispose(),this._equirectMaterial!==null&&this._equirectMaterial.dispose(),this._blurMaterial!==null&&this._blurMaterial.dispose(),this._ggxMaterial!==null&&this._ggxMaterial.dispose(),this._integrationMaterial!==null&&this._integrationMaterial.dispose(),this._boxMesh.geometry.dispose()}static lodToRoughness(e,t){return t>0?1-Math.sqrt(1-e/t):0}_setSize(e){this._cubeSize=Math.max(U0,I0(e))}_fromTexture(e,t){e.mapping===Sr||e.mapping===To?this._setSize(e.image.length===0?U0:e.image[0].width||e.image[0].image.width):this._setSize(e.image.width/4);let n=t||this._allocateTarget();return this._textureToCubemap(e),this._applyPMREM(n),n}_allocateTarget(){let e=this._cubeSize,t=k0(e,!1,!1),n=Math.log2(e)-kw;for(let s=0;s<=n;s++)t.texture.mipmaps.push({width:e>>s,height:e>>s});return t.texture.name="PMREM",t.texture.isPMREMTexture=!0,t}_getSourceTarget(e=!1){let t=this._cubeSize,n=this._sourceTarget;return(n===null||n.width!==t||e&&n.depthBuffer===!1)&&(n!==null&&n.dispose(),this._sourceTarget=k0(t,!0,e)),this._sourceTarget}_compileMaterial(e){this._boxMesh.material=e,this._renderer.compile(this._boxMesh,this._cubeCamera.children[0])}_renderCube(e,t,n){let s=this._boxMesh,r=this._cubeCamera;s.material=n,r.renderTarget=e,r.activeMipmapLevel=t;let o=e.width>>t;e.viewport.set(0,0,o,o),r.update(this._renderer,s),e.viewport.set(0,0,e.width,e.height)}_textureToCubemap(e){let t;e.mapping===Sr||e.mapping===To?(this._cubemapMaterial===null&&(this._cubemapMaterial=B0()),t=this._cubemapMaterial,t.uniforms.flipEnvMap.value=e.isRenderTargetTexture===!1?-1:1):(this._equirectMaterial===null&&(this._equirectMaterial=O0()),t=this._equirectMaterial),t.uniforms.envMap.value=e,this._renderCube(this._getSourceTarget(),0,t)}_applyPMREM(e){this._ggxMaterial===null&&(this._ggxMaterial=Gw(),this._integrationMaterial=Hw());let t=this._cubeSize,n=e.texture.mipmaps.length-1,s=this._ggxMaterial.uniforms;s.envMap.value=this._sourceTarget.texture;let r=this._integrationMaterial.uniforms;r.envMap.value=this._sourceTarget.texture,r.sourceLod.value=Math.log2(t/ox);for(let o=0;o<=n;o++){let a=i.lodToRoughness(o,n);if(o>n-Bw)r.roughness.value=a,this._renderCube(e,o,this._integrationMaterial);else{let l=a>0?Math.log2(t)+.5*Math.log2(6/(rx*Math.pow(a,4)))+.5:0;s.roughness.value=a,s.lodBias.value=l,this._renderCube(e,o,this._ggxMaterial)}}}_blur(e,t){this._blurMaterial===null&&(this._blurMaterial=Ww());let n=this._blurMaterial,s=n.uniforms,r=this._sourceTarget;s.sigma.value=Math.min(t,Math.PI)/Math.SQRT2,s.envMap.value=r.texture,this._renderCube(e,0,n),s.envMap.value=e.texture,this._renderCube(r,0,n)}};function k0(i,e,t){return new Ga(i,{minFilter:As,generateMipmaps:e,type:Oi,colorSpace:ha,depthBuffer:t})}function Ha(i,e,t){return new Mi({name:i,uniforms:e,vertexShader:ht.cube_vert,fragmentShader:t,side:Qn,blending:Mr,depthTest:!1,depthWrite:!1})}function Gw(){return Ha("PMREMGGXConvolution",{envMap:{value:null},roughness:{value:0},lodBias:{value:0}},`

		#define GGX_SAMPLES ${rx}u

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float roughness;
		uniform float lodBias;

		#include <common>

		// Van der Corput radical inverse
		float radicalInverse_VdC( uint bits ) {

			bits = ( bits << 16u ) | ( bits >> 16u );
			bits = ( ( bits & 0x55555555u ) << 1u ) | ( ( bits & 0xAAAAAAAAu ) >> 1u );
			bits = ( ( bits & 0x33333333u ) << 2u ) | ( ( bits & 0xCCCCCCCCu ) >> 2u );
			bits = ( ( bits & 0x0F0F0F0Fu ) << 4u ) | ( ( bits & 0xF0F0F0F0u ) >> 4u );
			bits = ( ( bits & 0x00FF00FFu ) << 8u ) | ( ( bits & 0xFF00FF00u ) >> 8u );
			return float( bits ) * 2.3283064365386963e-10; // / 0x100000000

		}

		// Hammersley sequence
		vec2 hammersley( uint i, uint N ) {

			return vec2( float( i ) / float( N ), radicalInverse_VdC( i ) );

		}

		void main() {

			vec3 N = normalize( vWorldDirection );

			// For very low roughness, just sample the environment directly
			if ( roughness < 0.001 ) {

				gl_FragColor = vec4( textureLod( envMap, N, 0.0 ).rgb, 1.0 );
				return;

			}

			float alpha = roughness * roughness;
			float alpha2 = alpha * alpha;

			// Tangent space basis for VNDF sampling
			vec3 up = abs( N.z ) < 0.999 ? vec3( 0.0, 0.0, 1.0 ) : vec3( 1.0, 0.0, 0.0 );
			vec3 tangent = normalize( cross( up, N ) );
			vec3 bitangent = cross( N, tangent );

			vec3 prefilteredColor = vec3( 0.0 );
			float totalWeight = 0.0;

			for ( uint i = 0u; i < GGX_SAMPLES; i ++ ) {

				vec2 Xi = hammersley( i, GGX_SAMPLES );

				// With V = N, sample the reflected direction directly.
				float invQ = 1.0 / ( 1.0 - Xi.x + alpha2 * Xi.x );
				float NdotL = ( 1.0 - Xi.x - alpha2 * Xi.x ) * invQ;

				if ( NdotL > 0.0 ) {

					float phi = 2.0 * PI * Xi.y;
					float sinTheta = 2.0 * alpha * sqrt( Xi.x * ( 1.0 - Xi.x ) ) * invQ;
					vec3 L = N * NdotL + ( tangent * cos( phi ) + bitangent * sin( phi ) ) * sinTheta;

					// Match the source mip to the sample's solid angle. The terms
					// independent of the sample are precomputed in lodBias.
					float d = alpha2 * invQ;
					float lod = max( log2( d ) + lodBias, 0.0 );

					// Weight by NdotL for the split-sum approximation
					prefilteredColor += textureLod( envMap, L, lod ).rgb * NdotL;
					totalWeight += NdotL;

				}

			}

			gl_FragColor = vec4( prefilteredColor / totalWeight, 1.0 );

		}
	`)}function Hw(){return Ha("PMREMGGXIntegration",{envMap:{value:null},roughness:{value:0},sourceLod:{value:0},sourceSize:{value:ox}},`

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float roughness;
		uniform float sourceLod;
		uniform int sourceSize;

		void main() {

			vec3 N = normalize( vWorldDirection );

			float alpha = roughness * roughness;
			float alpha2 = alpha * alpha;

			float texelSize = 2.0 / float( sourceSize );

			vec3 prefilteredColor = vec3( 0.0 );
			float totalWeight = 0.0;

			// Pair opposite texels: only the one in N's hemisphere contributes.
			for ( int face = 0; face < 3; face ++ ) {

				for ( int y = 0; y < sourceSize; y ++ ) {

					for ( int x = 0; x < sourceSize; x ++ ) {

						vec2 uv = ( vec2( x, y ) + 0.5 ) * texelSize - 1.0;
						vec3 texelDirection = face == 0 ? vec3( 1.0, uv ) : ( face == 1 ? vec3( uv.x, 1.0, uv.y ) : vec3( uv, 1.0 ) );

						float invDistance = inversesqrt( 1.0 + dot( uv, uv ) );
						float NdotL = dot( N, texelDirection );
						texelDirection *= NdotL < 0.0 ? - 1.0 : 1.0;
						NdotL = abs( NdotL ) * invDistance;

						// With V = N, NdotH squared is ( 1 + NdotL ) / 2. Common factors
						// in the GGX distribution and texel solid angle cancel when normalized.
						float d = 1.0 + alpha2 + ( alpha2 - 1.0 ) * NdotL;
						float weight = NdotL * invDistance * invDistance * invDistance / ( d * d );

						prefilteredColor += textureLod( envMap, texelDirection, sourceLod ).rgb * weight;
						totalWeight += weight;

					}

				}

			}

			gl_FragColor = vec4( prefilteredColor / totalWeight, 1.0 );

		}
	`)}function Ww(){return Ha("PMREMSphericalGaussianBlur",{envMap:{value:null},sigma:{value:0}},`

		#define SAMPLES ${Ow}
		#define GOLDEN_ANGLE 2.39996322973

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float sigma;

		#include <common>

		void main() {

			vec3 outputDirection = normalize( vWorldDirection );

			vec3 up = abs( outputDirection.z ) < 0.999 ? vec3( 0.0, 0.0, 1.0 ) : vec3( 1.0, 0.0, 0.0 );
			vec3 tangent = normalize( cross( up, outputDirection ) );
			vec3 bitangent = cross( outputDirection, tangent );

			// Truncate the kernel at three standard deviations or at the antipode.
			float thetaMax = min( 3.0 * sigma, PI );
			float truncation = 1.0 - exp( - 0.5 * thetaMax * thetaMax / ( sigma * sigma ) );

			vec3 accumColor = vec3( 0.0 );
			float accumWeight = 0.0;

			for ( int i = 0; i < SAMPLES; i ++ ) {

				// Stratified inverse-CDF sampling of the Gaussian, placed on a golden-angle spiral.
				float stratum = ( float( i ) + 0.5 ) / float( SAMPLES );
				float theta = sigma * sqrt( - 2.0 * log( 1.0 - stratum * truncation ) );
				float phi = float( i ) * GOLDEN_ANGLE;

				vec3 offset = cos( phi ) * tangent + sin( phi ) * bitangent;
				vec3 sampleDirection = cos( theta ) * outputDirection + sin( theta ) * offset;

				// Correct the planar sample density to solid angle.
				float weight = sin( theta ) / theta;

				accumColor += weight * textureLod( envMap, sampleDirection, 0.0 ).rgb;
				accumWeight += weight;

			}

			gl_FragColor = vec4( accumColor / accumWeight, 1.0 );

		}
	`)}function O0(){return Ha("PMREMEquirectangularToCubemap",{envMap:{value:null}},`

		varying vec3 vWorldDirection;

		uniform sampler2D envMap;

		#include <common>

		void main() {

			// Average four subpixel samples to preserve small, bright features.
			vec3 direction = normalize( vWorldDirection );
			vec3 dx = dFdx( direction ) * 0.25;
			vec3 dy = dFdy( direction ) * 0.25;

			vec3 color = textureLod( envMap, equirectUv( normalize( direction - dx - dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction + dx - dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction - dx + dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction + dx + dy ) ), 0.0 ).rgb;
			gl_FragColor = vec4( color * 0.25, 1.0 );

		}
	`)}function B0(){return Ha("PMREMCubemapToCubemap",{envMap:{value:null},flipEnvMap:{value:-1}},`

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float flipEnvMap;

		void main() {

			gl_FragColor = vec4( textureCube( envMap, vec3( flipEnvMap * vWorldDirection.x, vWorldDirection.yz ) ).rgb, 1.0 );

		}
	`)}function Xw(i){let e=new WeakMap,t=new WeakMap,n=null;function s(d,f=!1){return d==null?null:f?o(d):r(d)}function r(d){if(d&&d.isTexture){let f=d.mapping;if(f===$c||f===qc)if(e.has(d)){let p=e.get(d).texture;return a(p,d.mapping)}else{let p=d.image;if(p&&p.height>0){let x=new Ga(p.height);return x.fromEquirectangularTexture(i,d),e.set(d,x),d.addEventListener("dispose",c),a(x.texture,d.mapping)}else return null}}return d}function o(d){if(d&&d.isTexture&&d.isPMREMTexture!==!0){let f=d.mapping,p=f===$c||f===qc,x=f===Sr||f===To;if(p||x){let m=t.get(d),g=m!==void 0?m.texture.pmremVersion:0;if(d.isRenderTargetTexture&&d.pmremVersion!==g)return n===null&&(n=new Fh(i)),m=p?n.fromEquirectangular(d,m):n.fromCubemap(d,m),m.texture.pmremVersion=d.pmremVersion,t.set(d,m),m.texture;if(m!==void 0)return m.texture;{let _=d.image;return p&&_&&_.height>0||x&&_&&l(_)?(n===null&&(n=new Fh(i)),m=p?n.fromEquirectangular(d):n.fromCubemap(d),m.texture.pmremVersion=d.pmremVersion,t.set(d,m),d.addEventListener("dispose",h),m.texture):null}}}return d}function a(d,f){return f===$c?d.mapping=Sr:f===qc&&(d.mapping=To),d}function l(d){let f=0,p=6;for(let x=0;x<p;x++)d[x]!==void 0&&f++;return f===p}function c(d){let f=d.target;f.removeEventListener("dispose",c);let p=e.get(f);p!==void 0&&(e.delete(f),p.dispose())}function h(d){let f=d.target;f.removeEventListener("dispose",h);let p=t.get(f);p!==void 0&&(t.delete(f),p.dispose())}function u(){e=new WeakMap,t=new WeakMap,n!==null&&(n.dispose(),n=null)}return{get:s,dispose:u}}function $w(i){let e={};function t(n){if(e[n]!==void 0)return e[n];let s=i.getExtension(n);return e[n]=s,s}return{has:function(n){return t(n)!==null},init:function(){t("EXT_color_buffer_float"),t("WEBGL_clip_cull_distance"),t("OES_texture_float_linear"),t("EXT_color_buffer_half_float"),t("WEBGL_multisampled_render_to_texture"),t("WEBGL_render_shared_exponent")},get:function(n){let s=t(n);return s===null&&la("WebGLRenderer: "+n+" extension not supported."),s}}}function qw(i,e,t,n){let s={},r=new WeakMap,o=new FinalizationRegistry(p=>delete s[p]);function a(p){l(p.target)}function l(p){p.index!==null&&e.remove(p.index);for(let m in p.attributes)e.remove(p.attributes[m]);p.removeEventListener("dispose",a),delete s[p.id],o.unregister(p);let x=r.get(p);x&&(e.remove(x),r.delete(p)),n.releaseStatesOfGeometry(p),p.isInstancedBufferGeometry===!0&&delete p._maxInstanceCount,t.memory.geometries--}function c(p,x){return s[x.id]!==void 0||(x.addEventListener("dispose",a),s[x.id]=new WeakRef(x),o.register(x,x.id,x),t.memory.geometries++),x}function h(p){let x=p.attributes;for(let m in x)e.update(x[m],i.ARRAY_BUFFER)}function u(p){let x=p.index,m=p.attributes.position,g=0;if(m===void 0)return;let _=x!==null?x.array.length:m.array.length/3-1,E=m.count>=65535?xa:ga,M=new E(Math.ceil(_/3)*6,1),C=M.array;if(x!==null){let v=x.array;g=x.version;for(let S=0,F=0;S<_;S+=3){let I=v[S+0],L=v[S+1],O=v[S+2];C[F++]=I,C[F++]=L,C[F++]=L,C[F++]=O,C[F++]=O,C[F++]=I}}else{g=m.version;for(let v=0,S=0;v<_;v+=3){let F=v+0,I=v+1,L=v+2;C[S++]=F,C[S++]=I,C[S++]=I,C[S++]=L,C[S++]=L,C[S++]=F}}M.version=g;let T=r.get(p);T&&e.remove(T),r.set(p,M)}function d(p){let x=r.get(p);if(x){let m=p.index;m!==null&&x.version<m.version&&u(p)}else u(p);return r.get(p)}function f(){for(let p in s){let x=s[p].deref();x!==void 0&&l(x)}}return{get:c,update:h,getWireframeAttribute:d,dispose:f}}function Yw(i,e,t){let n;function s(u){n=u}let r,o;function a(u){r=u.type,o=u.bytesPerElement}function l(u,d){i.drawElements(n,d,r,u*o),t.update(d,n,1)}function c(u,d,f){f!==0&&(i.drawElementsInstanced(n,d,r,u*o,f),t.update(d,n,f))}function h(u,d,f){if(f===0)return;e.get("WEBGL_multi_draw").multiDrawElementsWEBGL(n,d,0,r,u,0,f);let x=0;for(let m=0;m<f;m++)x+=d[m];t.update(x,n,1)}this.setMode=s,this.setIndex=a,this.render=l,this.renderInstances=c,this.renderMultiDraw=h}function Zw(i){let e={geometries:0,textures:0},t={frame:0,calls:0,triangles:0,points:0,lines:0};function n(r,o,a){switch(t.calls++,o){case i.TRIANGLES:t.triangles+=a*(r/3);break;case i.LINES:t.lines+=a*(r/2);break;case i.LINE_STRIP:t.lines+=a*(r-1);break;case i.LINE_LOOP:t.lines+=a*r;break;case i.POINTS:t.points+=a*r;break;default:Qe("WebGLInfo: Unknown draw mode:",o);break}}function s(){t.calls=0,t.triangles=0,t.points=0,t.lines=0}return{memory:e,render:t,programs:null,autoReset:!0,reset:s,update:n}}function Jw(i,e,t){let n=new WeakMap,s=new Zt;function r(o,a,l){let c=o.morphTargetInfluences,h=a.morphAttributes.position||a.morphAttributes.normal||a.morphAttributes.color,u=h!==void 0?h.length:0,d=n.get(a);if(d===void 0||d.count!==u){let F=function(){v.dispose(),n.delete(a),a.removeEventListener("dispose",F)};d!==void 0&&d.texture.dispose();let f=a.morphAttributes.position!==void 0,p=a.morphAttributes.normal!==void 0,x=a.morphAttributes.color!==void 0,m=a.morphAttributes.position||[],g=a.morphAttributes.normal||[],_=a.morphAttributes.color||[],E=0;f===!0&&(E=1),p===!0&&(E=2),x===!0&&(E=3);let M=a.attributes.position.count*E,C=1;M>e.maxTextureSize&&(C=Math.ceil(M/e.maxTextureSize),M=e.maxTextureSize);let T=new Float32Array(M*C*4*u),v=new fa(T,M,C,u);v.type=wi,v.needsUpdate=!0;let S=E*4;for(let I=0;I<u;I++){let L=m[I],O=g[I],z=_[I],N=M*C*4*I;for(let H=0;H<L.count;H++){let X=H*S;f===!0&&(s.fromBufferAttribute(L,H),T[N+X+0]=s.x,T[N+X+1]=s.y,T[N+X+2]=s.z,T[N+X+3]=0),p===!0&&(s.fromBufferAttribute(O,H),T[N+X+4]=s.x,T[N+X+5]=s.y,T[N+X+6]=s.z,T[N+X+7]=0),x===!0&&(s.fromBufferAttribute(z,H),T[N+X+8]=s.x,T[N+X+9]=s.y,T[N+X+10]=s.z,T[N+X+11]=z.itemSize===4?s.w:1)}}d={count:u,texture:v,size:new et(M,C)},n.set(a,d),a.addEventListener("dispose",F)}if(o.isInstancedMesh===!0&&o.morphTexture!==null)l.getUniforms().setValue(i,"morphTexture",o.morphTexture,t);else{let f=0;for(let x=0;x<c.length;x++)f+=c[x];let p=a.morphTargetsRelative?1:1-f;l.getUniforms().setValue(i,"morphTargetBaseInfluence",p),l.getUniforms().setValue(i,"morphTargetInfluences",c)}l.getUniforms().setValue(i,"morphTargetsTexture",d.texture,t),l.getUniforms().setValue(i,"morphTargetsTextureSize",d.size)}return{update:r}}function Kw(i,e,t,n,s){let r=new WeakMap;function o(c){let h=s.render.frame,u=c.geometry,d=e.get(c,u);if(r.get(d)!==h&&(e.update(d),r.set(d,h)),c.isInstancedMesh&&(c.hasEventListener("dispose",l)===!1&&c.addEventListener("dispose",l),r.get(c)!==h&&(t.update(c.instanceMatrix,i.ARRAY_BUFFER),c.instanceColor!==null&&t.update(c.instanceColor,i.ARRAY_BUFFER),r.set(c,h))),c.isSkinnedMesh){let f=c.skeleton;r.get(f)!==h&&(f.update(),r.set(f,h))}return d}function a(){r=new WeakMap}function l(c){let h=c.target;h.removeEventListener("dispose",l),n.releaseStatesOfObject(h),t.remove(h.instanceMatrix),h.instanceColor!==null&&t.remove(h.instanceColor)}return{update:o,dispose:a}}var jw={[zd]:"LINEAR_TONE_MAPPING",[Vd]:"REINHARD_TONE_MAPPING",[Gd]:"CINEON_TONE_MAPPING",[Hd]:"ACES_FILMIC_TONE_MAPPING",[Xd]:"AGX_TONE_MAPPING",[$d]:"NEUTRAL_TONE_MAPPING",[Wd]:"CUSTOM_TONE_MAPPING"};function Qw(i,e,t,n,s,r){let o=new fi(e,t,{type:i,depthBuffer:s,stencilBuffer:r,samples:n?4:0,storeMultisampledDepthBuffer:!1,storeMultisampledStencilBuffer:!1,resolveDepthBuffer:!1,resolveStencilBuffer:!1}),a=null,l=null,c=null,h=new Kt;h.setAttribute("position",new Ot([-1,3,0,-1,-1,0,3,-1,0],3)),h.setAttribute("uv",new Ot([0,2,0,0,2,0],2));let u=new Pc({uniforms:{tDiffuse:{value:null}},vertexShader:`
			precision highp float;

			uniform mat4 modelViewMatrix;
			uniform mat4 projectionMatrix;

			attribute vec3 position;
			attribute vec2 uv;

			varying vec2 vUv;

			void main() {
				vUv = uv;
				gl_Position = projectionMatrix * modelViewMatrix * vec4( position, 1.0 );
			}`,fragmentShader:`
			precision highp float;

			uniform sampler2D tDiffuse;

			varying vec2 vUv;

			#include <tonemapping_pars_fragment>
			#include <colorspace_pars_fragment>

			void main() {
				gl_FragColor = texture2D( tDiffuse, vUv );

				#ifdef LINEAR_TONE_MAPPING
					gl_FragColor.rgb = LinearToneMapping( gl_FragColor.rgb );
				#elif defined( REINHARD_TONE_MAPPING )
					gl_FragColor.rgb = ReinhardToneMapping( gl_FragColor.rgb );
				#elif defined( CINEON_TONE_MAPPING )
					gl_FragColor.rgb = CineonToneMapping( gl_FragColor.rgb );
				#elif defined( ACES_FILMIC_TONE_MAPPING )
					gl_FragColor.rgb = ACESFilmicToneMapping( gl_FragColor.rgb );
				#elif defined( AGX_TONE_MAPPING )
					gl_FragColor.rgb = AgXToneMapping( gl_FragColor.rgb );
				#elif defined( NEUTRAL_TONE_MAPPING )
					gl_FragColor.rgb = NeutralToneMapping( gl_FragColor.rgb );
				#elif defined( CUSTOM_TONE_MAPPING )
					gl_FragColor.rgb = CustomToneMapping( gl_FragColor.rgb );
				#endif

				#ifdef SRGB_TRANSFER
					gl_FragColor = sRGBTransferOETF( gl_FragColor );
				#endif
			}`,depthTest:!1,depthWrite:!1}),d=new gn(h,u),f=new Ca(-1,1,1,-1,0,1),p=null,x=null,m=!1,g,_=null,E=[],M=!1;this.setSize=function(C,T){o.setSize(C,T),a!==null&&a.setSize(C,T),l!==null&&l.setSize(C,T);for(let v=0;v<E.length;v++){let S=E[v];S.setSize&&S.setSize(C,T)}},this.setEffects=function(C){E=C,M=E.length>0&&E[0].isRenderPass===!0;let T=o.width,v=o.height;E.length>0&&a===null&&(a=new fi(T,v,{type:Oi,depthBuffer:!1,stencilBuffer:!1}),l=new fi(T,v,{type:Oi,depthBuffer:!1,stencilBuffer:!1}));let S=s===!0&&E.some(F=>F.needsDepthTexture===!0);S!==(o.depthTexture!==null)&&(S===!0&&c===null&&(c=new ws(T,v),r===!0&&(c.format=Ts,c.type=Ar)),o.dispose(),o.depthTexture=S?c:null,o.resolveDepthBuffer=S,o.storeMultisampledDepthBuffer=S);for(let F=0;F<E.length;F++){let I=E[F];I.setSize&&I.setSize(T,v),S&&I.needsDepthTexture===!0&&I.setDepthTexture&&I.setDepthTexture(c)}},this.begin=function(C,T){if(m||C.toneMapping===ts&&E.length===0)return!1;if(_=T,T!==null){let v=T.width,S=T.height;(o.width!==v||o.height!==S)&&this.setSize(v,S)}return M===!1&&C.setRenderTarget(o),g=C.toneMapping,C.toneMapping=ts,!0},this.hasRenderPass=function(){return M},this.end=function(C,T){C.toneMapping=g,m=!0;let v=o,S=a;for(let F=0;F<E.length;F++){let I=E[F];I.enabled!==!1&&(I.render(C,S,v,T),I.needsSwap!==!1&&(v=S,S=S===a?l:a))}if(p!==C.outputColorSpace||x!==C.toneMapping){p=C.outputColorSpace,x=C.toneMapping,u.defines={},mt.getTransfer(p)===Ct&&(u.defines.SRGB_TRANSFER="");let F=jw[x];F&&(u.defines[F]=""),u.needsUpdate=!0}u.uniforms.tDiffuse.value=v.texture,C.setRenderTarget(_),C.render(d,f),_=null,m=!1},this.isCompositing=function(){return m},this.dispose=function(){o.dispose(),a!==null&&a.dispose(),l!==null&&l.dispose(),h.dispose(),u.dispose()}}var ax=new ei,lx=new ws(1,1),cx=new ba(1),hx=new fa,ux=new Ac,dx=new _a,z0=[],V0=[],G0=new Float32Array(16),H0=new Float32Array(9),W0=new Float32Array(4);function Po(i,e,t){let n=i[0];if(n<=0||n>0)return i;let s=e*t,r=z0[s];if(r===void 0&&(r=new Float32Array(s),z0[s]=r),e!==0){n.toArray(r,0);for(let o=1,a=0;o!==e;++o)a+=t,i[o].toArray(r,a)}return r}function bn(i,e){if(i.length!==e.length)return!1;for(let t=0,n=i.length;t<n;t++)if(i[t]!==e[t])return!1;return!0}function Mn(i,e){for(let t=0,n=e.length;t<n;t++)i[t]=e[t]}function kh(i,e){let t=V0[e];t===void 0&&(t=new Int32Array(e),V0[e]=t);for(let n=0;n!==e;++n)t[n]=i.allocateTextureUnit();return t}function eS(i,e){let t=this.cache;t[0]!==e&&(i.uniform1f(this.addr,e),t[0]=e)}function tS(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y)&&(i.uniform2f(this.addr,e.x,e.y),t[0]=e.x,t[1]=e.y);else{if(bn(t,e))return;i.uniform2fv(this.addr,e),Mn(t,e)}}function nS(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z)&&(i.uniform3f(this.addr,e.x,e.y,e.z),t[0]=e.x,t[1]=e.y,t[2]=e.z);else if(e.r!==void 0)(t[0]!==e.r||t[1]!==e.g||t[2]!==e.b)&&(i.uniform3f(this.addr,e.r,e.g,e.b),t[0]=e.r,t[1]=e.g,t[2]=e.b);else{if(bn(t,e))return;i.uniform3fv(this.addr,e),Mn(t,e)}}function iS(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z||t[3]!==e.w)&&(i.uniform4f(this.addr,e.x,e.y,e.z,e.w),t[0]=e.x,t[1]=e.y,t[2]=e.z,t[3]=e.w);else{if(bn(t,e))return;i.uniform4fv(this.addr,e),Mn(t,e)}}function sS(i,e){let t=this.cache,n=e.elements;if(n===void 0){if(bn(t,e))return;i.uniformMatrix2fv(this.addr,!1,e),Mn(t,e)}else{if(bn(t,n))return;W0.set(n),i.uniformMatrix2fv(this.addr,!1,W0),Mn(t,n)}}function rS(i,e){let t=this.cache,n=e.elements;if(n===void 0){if(bn(t,e))return;i.uniformMatrix3fv(this.addr,!1,e),Mn(t,e)}else{if(bn(t,n))return;H0.set(n),i.uniformMatrix3fv(this.addr,!1,H0),Mn(t,n)}}function oS(i,e){let t=this.cache,n=e.elements;if(n===void 0){if(bn(t,e))return;i.uniformMatrix4fv(this.addr,!1,e),Mn(t,e)}else{if(bn(t,n))return;G0.set(n),i.uniformMatrix4fv(this.addr,!1,G0),Mn(t,n)}}function aS(i,e){let t=this.cache;t[0]!==e&&(i.uniform1i(this.addr,e),t[0]=e)}function lS(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y)&&(i.uniform2i(this.addr,e.x,e.y),t[0]=e.x,t[1]=e.y);else{if(bn(t,e))return;i.uniform2iv(this.addr,e),Mn(t,e)}}function cS(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z)&&(i.uniform3i(this.addr,e.x,e.y,e.z),t[0]=e.x,t[1]=e.y,t[2]=e.z);else{if(bn(t,e))return;i.uniform3iv(this.addr,e),Mn(t,e)}}function hS(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z||t[3]!==e.w)&&(i.uniform4i(this.addr,e.x,e.y,e.z,e.w),t[0]=e.x,t[1]=e.y,t[2]=e.z,t[3]=e.w);else{if(bn(t,e))return;i.uniform4iv(this.addr,e),Mn(t,e)}}function uS(i,e){let t=this.cache;t[0]!==e&&(i.uniform1ui(this.addr,e),t[0]=e)}function dS(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y)&&(i.uniform2ui(this.addr,e.x,e.y),t[0]=e.x,t[1]=e.y);else{if(bn(t,e))return;i.uniform2uiv(this.addr,e),Mn(t,e)}}function fS(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z)&&(i.uniform3ui(this.addr,e.x,e.y,e.z),t[0]=e.x,t[1]=e.y,t[2]=e.z);else{if(bn(t,e))return;i.uniform3uiv(this.addr,e),Mn(t,e)}}function pS(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z||t[3]!==e.w)&&(i.uniform4ui(this.addr,e.x,e.y,e.z,e.w),t[0]=e.x,t[1]=e.y,t[2]=e.z,t[3]=e.w);else{if(bn(t,e))return;i.uniform4uiv(this.addr,e),Mn(t,e)}}function Oh(i){return i.version===0&&(i.compareFunction=nf,i.needsUpdate=!0),i}function mS(i,e,t){let n=this.cache,s=t.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s);let r;this.type===i.SAMPLER_2D_SHADOW?r=Oh(lx):r=ax,t.setTexture2D(e||r,s)}function gS(i,e,t){let n=this.cache,s=t.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s),t.setTexture3D(e||ux,s)}function xS(i,e,t){let n=this.cache,s=t.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s);let r;this.type===i.SAMPLER_CUBE_SHADOW?r=Oh(cx):r=dx,t.setTextureCube(e||r,s)}function vS(i,e,t){let n=this.cache,s=t.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s),t.setTexture2DArray(e||hx,s)}function yS(i){switch(i){case 5126:return eS;case 35664:return tS;case 35665:return nS;case 35666:return iS;case 35674:return sS;case 35675:return rS;case 35676:return oS;case 5124:case 35670:return aS;case 35667:case 35671:return lS;case 35668:case 35672:return cS;case 35669:case 35673:return hS;case 5125:return uS;case 36294:return dS;case 36295:return fS;case 36296:return pS;case 35678:case 36198:case 36298:case 36306:case 35682:return mS;case 35679:case 36299:case 36307:return gS;case 35680:case 36300:case 36308:case 36293:return xS;case 36289:case 36303:case 36311:case 36292:return vS}}function _S(i,e){i.uniform1fv(this.addr,e)}function bS(i,e){let t=Po(e,this.size,2);i.uniform2fv(this.addr,t)}function MS(i,e){let t=Po(e,this.size,3);i.uniform3fv(this.addr,t)}function wS(i,e){let t=Po(e,this.size,4);i.uniform4fv(this.addr,t)}function SS(i,e){let t=Po(e,this.size,4);i.uniformMatrix2fv(this.addr,!1,t)}function AS(i,e){let t=Po(e,this.size,9);i.uniformMatrix3fv(this.addr,!1,t)}function TS(i,e){let t=Po(e,this.size,16);i.uniformMatrix4fv(this.addr,!1,t)}function ES(i,e){i.uniform1iv(this.addr,e)}function CS(i,e){i.uniform2iv(this.addr,e)}function RS(i,e){i.uniform3iv(this.addr,e)}function PS(i,e){i.uniform4iv(this.addr,e)}function IS(i,e){i.uniform1uiv(this.addr,e)}function LS(i,e){i.uniform2uiv(this.addr,e)}function NS(i,e){i.uniform3uiv(this.addr,e)}function DS(i,e){i.uniform4uiv(this.addr,e)}function FS(i,e,t){let n=this.cache,s=e.length,r=kh(t,s);bn(n,r)||(i.uniform1iv(this.addr,r),Mn(n,r));let o;this.type===i.SAMPLER_2D_SHADOW?o=Oh(lx):o=ax;for(let a=0;a!==s;++a)t.setTexture2D(e[a]||o,r[a])}function US(i,e,t){let n=this.cache,s=e.length,r=kh(t,s);bn(n,r)||(i.uniform1iv(this.addr,r),Mn(n,r));for(let o=0;o!==s;++o)t.setTexture3D(e[o]||ux,r[o])}function kS(i,e,t){let n=this.cache,s=e.length,r=kh(t,s);bn(n,r)||(i.uniform1iv(this.addr,r),Mn(n,r));let o;this.type===i.SAMPLER_CUBE_SHADOW?o=Oh(cx):o=dx;for(let a=0;a!==s;++a)t.setTextureCube(e[a]||o,r[a])}function OS(i,e,t){let n=this.cache,s=e.length,r=kh(t,s);bn(n,r)||(i.uniform1iv(this.addr,r),Mn(n,r));for(let o=0;o!==s;++o)t.setTexture2DArray(e[o]||hx,r[o])}function BS(i){switch(i){case 5126:return _S;case 35664:return bS;case 35665:return MS;case 35666:return wS;case 35674:return SS;case 35675:return AS;case 35676:return TS;case 5124:case 35670:return ES;case 35667:case 35671:return CS;case 35668:case 35672:return RS;case 35669:case 35673:return PS;case 5125:return IS;case 36294:return LS;case 36295:return NS;case 36296:return DS;case 35678:case 36198:case 36298:case 36306:case 35682:return FS;case 35679:case 36299:case 36307:return US;case 35680:case 36300:case 36308:case 36293:return kS;case 36289:case 36303:case 36311:case 36292:return OS}}var ff=class{constructor(e,t,n){this.id=e,this.addr=n,this.cache=[],this.type=t.type,this.setValue=yS(t.type)}},pf=class{constructor(e,t,n){this.id=e,this.addr=n,this.cache=[],this.type=t.type,this.size=t.size,this.setValue=BS(t.type)}},mf=class{constructor(e){this.id=e,this.seq=[],this.map={}}setValue(e,t,n){let s=this.seq;for(let r=0,o=s.length;r!==o;++r){let a=s[r];a.setValue(e,t[a.id],n)}}},uf=/(\w+)(\])?(\[|\.)?/g;function X0(i,e){i.seq.push(e),i.map[e.id]=e}function zS(i,e,t){let n=i.name,s=n.length;for(uf.lastIndex=0;;){let r=uf.exec(n),o=uf.lastIndex,a=r[1],l=r[2]==="]",c=r[3];if(l&&(a=a|0),c===void 0||c==="["&&o+2===s){X0(t,c===void 0?new ff(a,i,e):new pf(a,i,e));break}else{let u=t.map[a];u===void 0&&(u=new mf(a),X0(t,u)),t=u}}}var Ro=class{constructor(e,t){this.seq=[],this.map={};let n=e.getProgramParameter(t,e.ACTIVE_UNIFORMS);for(let o=0;o<n;++o){let a=e.getActiveUniform(t,o),l=e.getUniformLocation(t,a.name);zS(a,l,this)}let s=[],r=[];for(let o of this.seq)o.type===e.SAMPLER_2D_SHADOW||o.type===e.SAMPLER_CUBE_SHADOW||o.type===e.SAMPLER_2D_ARRAY_SHADOW?s.push(o):r.push(o);s.length>0&&(this.seq=s.concat(r))}setValue(e,t,n,s){let r=this.map[t];r!==void 0&&r.setValue(e,n,s)}setOptional(e,t,n){let s=t[n];s!==void 0&&this.setValue(e,n,s)}static upload(e,t,n,s){for(let r=0,o=t.length;r!==o;++r){let a=t[r],l=n[a.id];l.needsUpdate!==!1&&a.setValue(e,l.value,s)}}static seqWithValue(e,t){let n=[];for(let s=0,r=e.length;s!==r;++s){let o=e[s];o.id in t&&n.push(o)}return n}};function $0(i,e,t){let n=i.createShader(e);return i.shaderSource(n,t),i.compileShader(n),n}var VS=37297,GS=0;function HS(i,e){let t=i.split(`
`),n=[],s=Math.max(e-6,0),r=Math.min(e+6,t.length);for(let o=s;o<r;o++){let a=o+1;n.push(`${a===e?">":" "} ${a}: ${t[o]}`)}return n.join(`
`)}var q0=new tt;function WS(i){mt._getMatrix(q0,mt.workingColorSpace,i);let e=`mat3( ${q0.elements.map(t=>t.toFixed(4))} )`;switch(mt.getTransfer(i)){case ua:return[e,"LinearTransferOETF"];case Ct:return[e,"sRGBTransferOETF"];default:return qe("WebGLProgram: Unsupported color space: ",i),[e,"LinearTransferOETF"]}}function Y0(i,e,t){let n=i.getShaderParameter(e,i.COMPILE_STATUS),r=(i.getShaderInfoLog(e)||"").trim();if(n&&r==="")return"";let o=/ERROR: 0:(\d+)/.exec(r);if(o){let a=parseInt(o[1]);return t.toUpperCase()+`

`+r+`

`+HS(i.getShaderSource(e),a)}else return r}function XS(i,e){let t=WS(e);return[`vec4 ${i}( vec4 value ) {`,`	return ${t[1]}( vec4( ${t[0]} * value.rgb, value.a ) );`,"}"].join(`
`)}var $S={[zd]:"Linear",[Vd]:"Reinhard",[Gd]:"Cineon",[Hd]:"ACESFilmic",[Xd]:"AgX",[$d]:"Neutral",[Wd]:"Custom"};function qS(i,e){let t=$S[e];return t===void 0?(qe("WebGLProgram: Unsupported toneMapping:",e),"vec3 "+i+"( vec3 color ) { return LinearToneMapping( color ); }"):"vec3 "+i+"( vec3 color ) { return "+t+"ToneMapping( color ); }"}var Dh=new W;function YS(){mt.getLuminanceCoefficients(Dh);let i=Dh.x.toFixed(4),e=Dh.y.toFixed(4),t=Dh.z.toFixed(4);return["float luminance( const in vec3 rgb ) {",`	const vec3 weights = vec3( ${i}, ${e}, ${t} );`,"	return dot( weights, rgb );","}"].join(`
`)}function ZS(i){return[i.extensionClipCullDistance?"#extension GL_ANGLE_clip_cull_distance : require":"",i.extensionMultiDraw?"#extension GL_ANGLE_multi_draw : require":""].filter(Va).join(`
`)}function JS(i){let e=[];for(let t in i){let n=i[t];n!==!1&&e.push("#define "+t+" "+n)}return e.join(`
`)}function KS(i,e){let t={},n=i.getProgramParameter(e,i.ACTIVE_ATTRIBUTES);for(let s=0;s<n;s++){let r=i.getActiveAttrib(e,s),o=r.name,a=1;r.type===i.FLOAT_MAT2&&(a=2),r.type===i.FLOAT_MAT3&&(a=3),r.type===i.FLOAT_MAT4&&(a=4),t[o]={type:r.type,location:i.getAttribLocation(e,o),locationSize:a}}return t}function Va(i){return i!==""}function Z0(i,e){let t=e.numSpotLightShadows+e.numSpotLightMaps-e.numSpotLightShadowsWithMaps;return i.replace(/NUM_SUN_LIGHTS/g,e.numSunLights).replace(/NUM_DIR_LIGHTS/g,e.numDirLights).replace(/NUM_SPOT_LIGHTS/g,e.numSpotLights).replace(/NUM_SPOT_LIGHT_MAPS/g,e.numSpotLightMaps).replace(/NUM_SPOT_LIGHT_COORDS/g,t).replace(/NUM_RECT_AREA_LIGHTS/g,e.numRectAreaLights).replace(/NUM_POINT_LIGHTS/g,e.numPointLights).replace(/NUM_HEMI_LIGHTS/g,e.numHemiLights).replace(/NUM_SUN_LIGHT_SHADOWS/g,e.numSunLightShadows).replace(/NUM_DIR_LIGHT_SHADOWS/g,e.numDirLightShadows).replace(/NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS/g,e.numSpotLightShadowsWithMaps).replace(/NUM_SPOT_LIGHT_SHADOWS/g,e.numSpotLightShadows).replace(/NUM_POINT_LIGHT_SHADOWS/g,e.numPointLightShadows).replace(/NUM_LIGHT_PROBE_GRIDS/g,e.numLightProbeGrids)}function J0(i,e){return i.replace(/NUM_CLIPPING_PLANES/g,e.numClippingPlanes).replace(/UNION_CLIPPING_PLANES/g,e.numClippingPlanes-e.numClipIntersection)}var jS=/^[ \t]*#include +<([\w\d./]+)>/gm;function gf(i){return i.replace(jS,QS)}function QS(i,e){let t=ht[e];if(t===void 0)throw new Error("THREE.WebGLProgram: Can not resolve #include <"+e+">");return gf(t)}var e1=/#pragma unroll_loop_start\s+for\s*\(\s*int\s+i\s*=\s*(\d+)\s*;\s*i\s*<\s*(\d+)\s*;\s*i\s*\+\+\s*\)\s*{([\s\S]+?)}\s+#pragma unroll_loop_end/g;function K0(i){return i.replace(e1,t1)}function t1(i,e,t,n){let s="";for(let r=parseInt(e);r<parseInt(t);r++)s+=n.replace(/\[\s*i\s*\]/g,"[ "+r+" ]").replace(/UNROLLED_LOOP_INDEX/g,r);return s}function j0(i){let e=`precision ${i.precision} float;
	precision ${i.precision} int;
	precision ${i.precision} sampler2D;
	precision ${i.precision} samplerCube;
	precision ${i.precision} sampler3D;
	precision ${i.precision} sampler2DArray;
	precision ${i.precision} sampler2DShadow;
	precision ${i.precision} samplerCubeShadow;
	precision ${i.precision} sampler2DArrayShadow;
	precision ${i.precision} isampler2D;
	precision ${i.precision} isampler3D;
	precision ${i.precision} isamplerCube;
	precision ${i.precision} isampler2DArray;
	precision ${i.precision} usampler2D;
	precision ${i.precision} usampler3D;
	precision ${i.precision} usamplerCube;
	precision ${i.precision} usampler2DArray;
	`;return i.precision==="highp"?e+=`
#define HIGH_PRECISION`:i.precision==="mediump"?e+=`
#define MEDIUM_PRECISION`:i.precision==="lowp"&&(e+=`
#define LOW_PRECISION`),e}var n1={[Ia]:"SHADOWMAP_TYPE_PCF",[So]:"SHADOWMAP_TYPE_VSM"};function i1(i){return n1[i.shadowMapType]||"SHADOWMAP_TYPE_BASIC"}var s1={[To]:"ENVMAP_MODE_REFRACTION"};function r1(i){return i.envMap===!1?"ENVMAP_MODE_REFLECTION":s1[i.envMapMode]||"ENVMAP_MODE_REFLECTION"}var o1={[Xc]:"ENVMAP_BLENDING_MULTIPLY",[m0]:"ENVMAP_BLENDING_MIX",[g0]:"ENVMAP_BLENDING_ADD"};function a1(i){return i.envMap===!1?"ENVMAP_BLENDING_NONE":o1[i.combine]||"ENVMAP_BLENDING_NONE"}function l1(i,e,t,n){let s=i.getContext(),r=t.defines,o=t.vertexShader,a=t.fragmentShader,l=i1(t),c=t.envMapPMREM===!0?"ENVMAP_TYPE_PMREM":"ENVMAP_TYPE_CUBE",h=r1(t),u=a1(t),d=ZS(t),f=JS(r),p=s.createProgram(),x,m,g=t.glslVersion?"#version "+t.glslVersion+`
`:"";t.isRawShaderMaterial?(x=["#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,f].filter(Va).join(`
`),x.length>0&&(x+=`
`),m=["#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,f].filter(Va).join(`
`),m.length>0&&(m+=`
`)):(x=[j0(t),"#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,f,t.extensionClipCullDistance?"#define USE_CLIP_DISTANCE":"",t.batching?"#define USE_BATCHING":"",t.batchingColor?"#define USE_BATCHING_COLOR":"",t.instancing?"#define USE_INSTANCING":"",t.instancingColor?"#define USE_INSTANCING_COLOR":"",t.instancingMorph?"#define USE_INSTANCING_MORPH":"",t.useFog&&t.fog?"#define USE_FOG":"",t.useFog&&t.fogExp2?"#define FOG_EXP2":"",t.map?"#define USE_MAP":"",t.envMap?"#define USE_ENVMAP":"",t.envMap?"#define "+h:"",t.lightMap?"#define USE_LIGHTMAP":"",t.aoMap?"#define USE_AOMAP":"",t.bumpMap?"#define USE_BUMPMAP":"",t.normalMap?"#define USE_NORMALMAP":"",t.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",t.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",t.displacementMap?"#define USE_DISPLACEMENTMAP":"",t.emissiveMap?"#define USE_EMISSIVEMAP":"",t.anisotropy?"#define USE_ANISOTROPY":"",t.anisotropyMap?"#define USE_ANISOTROPYMAP":"",t.clearcoatMap?"#define USE_CLEARCOATMAP":"",t.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",t.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",t.diffuseRoughnessMap?"#define USE_DIFFUSE_ROUGHNESSMAP":"",t.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",t.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",t.specularMap?"#define USE_SPECULARMAP":"",t.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",t.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",t.roughnessMap?"#define USE_ROUGHNESSMAP":"",t.metalnessMap?"#define USE_METALNESSMAP":"",t.alphaMap?"#define USE_ALPHAMAP":"",t.alphaHash?"#define USE_ALPHAHASH":"",t.transmission?"#define USE_TRANSMISSION":"",t.transmissionMap?"#define USE_TRANSMISSIONMAP":"",t.thicknessMap?"#define USE_THICKNESSMAP":"",t.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",t.sheenRoughnessMap?"#define USE_SHEEN_ROUGHNESSMAP":"",t.mapUv?"#define MAP_UV "+t.mapUv:"",t.alphaMapUv?"#define ALPHAMAP_UV "+t.alphaMapUv:"",t.lightMapUv?"#define LIGHTMAP_UV "+t.lightMapUv:"",t.aoMapUv?"#define AOMAP_UV "+t.aoMapUv:"",t.emissiveMapUv?"#define EMISSIVEMAP_UV "+t.emissiveMapUv:"",t.bumpMapUv?"#define BUMPMAP_UV "+t.bumpMapUv:"",t.normalMapUv?"#define NORMALMAP_UV "+t.normalMapUv:"",t.displacementMapUv?"#define DISPLACEMENTMAP_UV "+t.displacementMapUv:"",t.metalnessMapUv?"#define METALNESSMAP_UV "+t.metalnessMapUv:"",t.roughnessMapUv?"#define ROUGHNESSMAP_UV "+t.roughnessMapUv:"",t.anisotropyMapUv?"#define ANISOTROPYMAP_UV "+t.anisotropyMapUv:"",t.clearcoatMapUv?"#define CLEARCOATMAP_UV "+t.clearcoatMapUv:"",t.clearcoatNormalMapUv?"#define CLEARCOAT_NORMALMAP_UV "+t.clearcoatNormalMapUv:"",t.clearcoatRoughnessMapUv?"#define CLEARCOAT_ROUGHNESSMAP_UV "+t.clearcoatRoughnessMapUv:"",t.diffuseRoughnessMapUv?"#define DIFFUSE_ROUGHNESSMAP_UV "+t.diffuseRoughnessMapUv:"",t.iridescenceMapUv?"#define IRIDESCENCEMAP_UV "+t.iridescenceMapUv:"",t.iridescenceThicknessMapUv?"#define IRIDESCENCE_THICKNESSMAP_UV "+t.iridescenceThicknessMapUv:"",t.sheenColorMapUv?"#define SHEEN_COLORMAP_UV "+t.sheenColorMapUv:"",t.sheenRoughnessMapUv?"#define SHEEN_ROUGHNESSMAP_UV "+t.sheenRoughnessMapUv:"",t.specularMapUv?"#define SPECULARMAP_UV "+t.specularMapUv:"",t.specularColorMapUv?"#define SPECULAR_COLORMAP_UV "+t.specularColorMapUv:"",t.specularIntensityMapUv?"#define SPECULAR_INTENSITYMAP_UV "+t.specularIntensityMapUv:"",t.transmissionMapUv?"#define TRANSMISSIONMAP_UV "+t.transmissionMapUv:"",t.thicknessMapUv?"#define THICKNESSMAP_UV "+t.thicknessMapUv:"",t.vertexTangents&&t.flatShading===!1?"#define USE_TANGENT":"",t.vertexNormals?"#define HAS_NORMAL":"",t.vertexColors?"#define USE_COLOR":"",t.vertexAlphas?"#define USE_COLOR_ALPHA":"",t.vertexUv1s?"#define USE_UV1":"",t.vertexUv2s?"#define USE_UV2":"",t.vertexUv3s?"#define USE_UV3":"",t.pointsUvs?"#define USE_POINTS_UV":"",t.flatShading?"#define FLAT_SHADED":"",t.skinning?"#define USE_SKINNING":"",t.morphTargets?"#define USE_MORPHTARGETS":"",t.morphNormals&&t.flatShading===!1?"#define USE_MORPHNORMALS":"",t.morphColors?"#define USE_MORPHCOLORS":"",t.morphTargetsCount>0?"#define MORPHTARGETS_TEXTURE_STRIDE "+t.morphTextureStride:"",t.morphTargetsCount>0?"#define MORPHTARGETS_COUNT "+t.morphTargetsCount:"",t.doubleSided?"#define DOUBLE_SIDED":"",t.flipSided?"#define FLIP_SIDED":"",t.shadowMapEnabled?"#define USE_SHADOWMAP":"",t.shadowMapEnabled?"#define "+l:"",t.sizeAttenuation?"#define USE_SIZEATTENUATION":"",t.numLightProbes>0?"#define USE_LIGHT_PROBES":"",t.logarithmicDepthBuffer?"#define USE_LOGARITHMIC_DEPTH_BUFFER":"",t.reversedDepthBuffer?"#define USE_REVERSED_DEPTH_BUFFER":"","uniform mat4 modelMatrix;","uniform mat4 modelViewMatrix;","uniform mat4 projectionMatrix;","uniform mat4 viewMatrix;","uniform mat3 normalMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;","#ifdef USE_INSTANCING","	attribute mat4 instanceMatrix;","#endif","#ifdef USE_INSTANCING_COLOR","	attribute vec3 instanceColor;","#endif","#ifdef USE_INSTANCING_MORPH","	uniform sampler2D morphTexture;","#endif","attribute vec3 position;","attribute vec3 normal;","attribute vec2 uv;","#ifdef USE_UV1","	attribute vec2 uv1;","#endif","#ifdef USE_UV2","	attribute vec2 uv2;","#endif","#ifdef USE_UV3","	attribute vec2 uv3;","#endif","#ifdef USE_TANGENT","	attribute vec4 tangent;","#endif","#if defined( USE_COLOR_ALPHA )","	attribute vec4 color;","#elif defined( USE_COLOR )","	attribute vec3 color;","#endif","#ifdef USE_SKINNING","	attribute vec4 skinIndex;","	attribute vec4 skinWeight;","#endif",`
`].filter(Va).join(`
`),m=[j0(t),"#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,f,t.useFog&&t.fog?"#define USE_FOG":"",t.useFog&&t.fogExp2?"#define FOG_EXP2":"",t.alphaToCoverage?"#define ALPHA_TO_COVERAGE":"",t.map?"#define USE_MAP":"",t.matcap?"#define USE_MATCAP":"",t.envMap?"#define USE_ENVMAP":"",t.envMap?"#define "+c:"",t.envMap?"#define "+h:"",t.envMap?"#define "+u:"",t.envMapPMREM?"#define ENVMAP_MAX_LOD "+t.envMapMaxLod+".0":"",t.envMapPMREM?"#define ENVMAP_SIZE "+t.envMapSize+".0":"",t.lightMap?"#define USE_LIGHTMAP":"",t.aoMap?"#define USE_AOMAP":"",t.bumpMap?"#define USE_BUMPMAP":"",t.normalMap?"#define USE_NORMALMAP":"",t.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",t.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",t.packedNormalMap?"#define USE_PACKED_NORMALMAP":"",t.emissiveMap?"#define USE_EMISSIVEMAP":"",t.anisotropy?"#define USE_ANISOTROPY":"",t.anisotropyMap?"#define USE_ANISOTROPYMAP":"",t.clearcoat?"#define USE_CLEARCOAT":"",t.clearcoatMap?"#define USE_CLEARCOATMAP":"",t.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",t.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",t.diffuseRoughness?"#define USE_DIFFUSE_ROUGHNESS":"",t.diffuseRoughnessMap?"#define USE_DIFFUSE_ROUGHNESSMAP":"",t.dispersion?"#define USE_DISPERSION":"",t.retroreflection?"#define USE_RETROREFLECTION":"",t.iridescence?"#define USE_IRIDESCENCE":"",t.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",t.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",t.specularMap?"#define USE_SPECULARMAP":"",t.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",t.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",t.roughnessMap?"#define USE_ROUGHNESSMAP":"",t.metalnessMap?"#define USE_METALNESSMAP":"",t.alphaMap?"#define USE_ALPHAMAP":"",t.alphaTest?"#define USE_ALPHATEST":"",t.alphaHash?"#define USE_ALPHAHASH":"",t.sheen?"#define USE_SHEEN":"",t.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",t.sheenRoughnessMap?"#define USE_SHEEN_ROUGHNESSMAP":"",t.transmission?"#define USE_TRANSMISSION":"",t.transmissionMap?"#define USE_TRANSMISSIONMAP":"",t.thicknessMap?"#define USE_THICKNESSMAP":"",t.vertexTangents&&t.flatShading===!1?"#define USE_TANGENT":"",t.vertexColors||t.instancingColor?"#define USE_COLOR":"",t.vertexAlphas||t.batchingColor?"#define USE_COLOR_ALPHA":"",t.vertexUv1s?"#define USE_UV1":"",t.vertexUv2s?"#define USE_UV2":"",t.vertexUv3s?"#define USE_UV3":"",t.pointsUvs?"#define USE_POINTS_UV":"",t.gradientMap?"#define USE_GRADIENTMAP":"",t.flatShading?"#define FLAT_SHADED":"",t.doubleSided?"#define DOUBLE_SIDED":"",t.flipSided?"#define FLIP_SIDED":"",t.shadowMapEnabled?"#define USE_SHADOWMAP":"",t.shadowMapEnabled?"#define "+l:"",t.premultipliedAlpha?"#define PREMULTIPLIED_ALPHA":"",t.numLightProbes>0?"#define USE_LIGHT_PROBES":"",t.decodeVideoTexture?"#define DECODE_VIDEO_TEXTURE":"",t.decodeVideoTextureEmissive?"#define DECODE_VIDEO_TEXTURE_EMISSIVE":"",t.logarithmicDepthBuffer?"#define USE_LOGARITHMIC_DEPTH_BUFFER":"",t.reversedDepthBuffer?"#define USE_REVERSED_DEPTH_BUFFER":"","uniform mat4 viewMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;",t.toneMapping!==ts?"#define TONE_MAPPING":"",t.toneMapping!==ts?ht.tonemapping_pars_fragment:"",t.toneMapping!==ts?qS("toneMapping",t.toneMapping):"",t.dithering?"#define DITHERING":"",t.opaque?"#define OPAQUE":"",ht.colorspace_pars_fragment,XS("linearToOutputTexel",t.outputColorSpace),YS(),t.useDepthPacking?"#define DEPTH_PACKING "+t.depthPacking:"",`
`].filter(Va).join(`
`)),o=gf(o),o=Z0(o,t),o=J0(o,t),a=gf(a),a=Z0(a,t),a=J0(a,t),o=K0(o),a=K0(a),t.isRawShaderMaterial!==!0&&(g=`#version 300 es
`,x=[d,"#define attribute in","#define varying out","#define texture2D texture"].join(`
`)+`
`+x,m=["#define varying in",t.glslVersion===sf?"":"layout(location = 0) out highp vec4 pc_fragColor;",t.glslVersion===sf?"":"#define gl_FragColor pc_fragColor","#define gl_FragDepthEXT gl_FragDepth","#define texture2D texture","#define textureCube texture","#define texture2DProj textureProj","#define texture2DLodEXT textureLod","#define texture2DProjLodEXT textureProjLod","#define textureCubeLodEXT textureLod","#define texture2DGradEXT textureGrad","#define texture2DProjGradEXT textureProjGrad","#define textureCubeGradEXT textureGrad"].join(`
`)+`
`+m);let _=g+x+o,E=g+m+a,M=$0(s,s.VERTEX_SHADER,_),C=$0(s,s.FRAGMENT_SHADER,E);s.attachShader(p,M),s.attachShader(p,C),t.index0AttributeName!==void 0?s.bindAttribLocation(p,0,t.index0AttributeName):t.hasPositionAttribute===!0&&s.bindAttribLocation(p,0,"position"),s.linkProgram(p);function T(I){if(i.debug.checkShaderErrors){let L=s.getProgramInfoLog(p)||"",O=s.getShaderInfoLog(M)||"",z=s.getShaderInfoLog(C)||"",N=L.trim(),H=O.trim(),X=z.trim(),V=!0,le=!0;if(s.getProgramParameter(p,s.LINK_STATUS)===!1)if(V=!1,typeof i.debug.onShaderError=="function")i.debug.onShaderError(s,p,M,C);else{let Z=Y0(s,M,"vertex"),Q=Y0(s,C,"fragment");Qe("WebGLProgram: Shader Error "+s.getError()+" - VALIDATE_STATUS "+s.getProgramParameter(p,s.VALIDATE_STATUS)+`

Material Name: `+I.name+`
Material Type: `+I.type+`

Program Info Log: `+N+`
`+Z+`
`+Q)}else N!==""?qe("WebGLProgram: Program Info Log:",N):(H===""||X==="")&&(le=!1);le&&(I.diagnostics={runnable:V,programLog:N,vertexShader:{log:H,prefix:x},fragmentShader:{log:X,prefix:m}})}s.deleteShader(M),s.deleteShader(C),v=new Ro(s,p),S=KS(s,p)}let v;this.getUniforms=function(){return v===void 0&&T(this),v};let S;this.getAttributes=function(){return S===void 0&&T(this),S};let F=t.rendererExtensionParallelShaderCompile===!1;return this.isReady=function(){return F===!1&&(F=s.getProgramParameter(p,VS)),F},this.destroy=function(){n.releaseStatesOfProgram(this),s.deleteProgram(p),this.program=void 0},this.type=t.shaderType,this.name=t.shaderName,this.id=GS++,this.cacheKey=e,this.usedTimes=1,this.program=p,this.vertexShader=M,this.fragmentShader=C,this}var c1=0,xf=class{constructor(){this.shaderCache=new Map,this.materialCache=new Map}update(e,t,n){let s=this._getShaderCacheForMaterial(e);return s.has(t)===!1&&(s.add(t),t.usedTimes++),s.has(n)===!1&&(s.add(n),n.usedTimes++),this}remove(e){let t=this.materialCache.get(e);for(let n of t)n.usedTimes--,n.usedTimes===0&&this.shaderCache.delete(n.code);return this.materialCache.delete(e),this}getVertexShaderStage(e){return this._getShaderStage(e.vertexShader)}getFragmentShaderStage(e){return this._getShaderStage(e.fragmentShader)}dispose(){this.shaderCache.clear(),this.materialCache.clear()}_getShaderCacheForMaterial(e){let t=this.materialCache,n=t.get(e);return n===void 0&&(n=new Set,t.set(e,n)),n}_getShaderStage(e){let t=this.shaderCache,n=t.get(e);return n===void 0&&(n=new vf(e),t.set(e,n)),n}},vf=class{constructor(e){this.id=c1++,this.code=e,this.usedTimes=0}};function h1(i){return i===tr||i===ka||i===Oa}function u1(i,e,t,n,s,r){let o=new pa,a=new xf,l=new Set,c=[],h=new Map,u=n.logarithmicDepthBuffer,d={MeshDepthMaterial:"depth",MeshDistanceMaterial:"distance",MeshNormalMaterial:"normal",MeshBasicMaterial:"basic",MeshLambertMaterial:"lambert",MeshPhongMaterial:"phong",MeshToonMaterial:"toon",MeshStandardMaterial:"physical",MeshPhysicalMaterial:"physical",MeshMatcapMaterial:"matcap",LineBasicMaterial:"basic",LineDashedMaterial:"dashed",PointsMaterial:"points",ShadowMaterial:"shadow",SpriteMaterial:"sprite"};function f(v){return l.add(v),v===0?"uv":`uv${v}`}function p(v,S,F,I,L,O){let z=I.fog,N=L.geometry,H=v.isMeshStandardMaterial||v.isMeshLambertMaterial||v.isMeshPhongMaterial?I.environment:null,X=v.isMeshStandardMaterial||v.isMeshLambertMaterial&&!v.envMap||v.isMeshPhongMaterial&&!v.envMap,V=e.get(v.envMap||H,X),le=d[v.type],Z=n.precision;v.precision!==null&&(Z=n.getMaxPrecision(v.precision),Z!==v.precision&&qe("WebGLProgram.getParameters:",v.precision,"not supported, using",Z,"instead."));let Q=N.morphAttributes.position||N.morphAttributes.normal||N.morphAttributes.color,se=Q!==void 0?Q.length:0,de=0;N.morphAttributes.position!==void 0&&(de=1),N.morphAttributes.normal!==void 0&&(de=2),N.morphAttributes.color!==void 0&&(de=3);let ue,ee,me,ve;if(le){let Ce=is[le];ue=Ce.vertexShader,ee=Ce.fragmentShader}else{ue=v.vertexShader,ee=v.fragmentShader;let Ce=a.getVertexShaderStage(v),at=a.getFragmentShaderStage(v);a.update(v,Ce,at),me=Ce.id,ve=at.id}let Ee=i.getRenderTarget(),Me=i.state.buffers.depth.getReversed(),He=L.isInstancedMesh===!0,st=L.isBatchedMesh===!0,Ve=!!v.map,ut=!!v.matcap,lt=!!V,nt=lt&&V.isPMREMTexture===!0,qt=!!v.aoMap,Bt=!!v.lightMap,an=!!v.bumpMap&&v.wireframe===!1,Lt=!!v.normalMap,wn=!!v.displacementMap,_t=!!v.emissiveMap,xn=!!v.metalnessMap,jt=!!v.roughnessMap,ln=v.anisotropy>0,k=v.clearcoat>0,Re=v.diffuseRoughness>0,$e=v.dispersion>0,rt=v.retroreflectivity>0,we=v.iridescence>0,Dt=v.sheen>0,ze=v.transmission>0,Xe=ln&&!!v.anisotropyMap,R=k&&!!v.clearcoatMap,b=k&&!!v.clearcoatNormalMap,$=k&&!!v.clearcoatRoughnessMap,he=Re&&!!v.diffuseRoughnessMap,oe=we&&!!v.iridescenceMap,xe=we&&!!v.iridescenceThicknessMap,ye=Dt&&!!v.sheenColorMap,te=Dt&&!!v.sheenRoughnessMap,ie=!!v.specularMap,pe=!!v.specularColorMap,U=!!v.specularIntensityMap,re=ze&&!!v.transmissionMap,ne=ze&&!!v.thicknessMap,Se=!!v.gradientMap,ge=!!v.alphaMap,be=v.alphaTest>0,Ge=!!v.alphaHash,Je=!!v.extensions,ce=ts;v.toneMapped&&(Ee===null||Ee.isXRRenderTarget===!0)&&(ce=i.toneMapping);let ke=nt?V.isCompressedCubeTexture?V.image[0].mipmaps:V.mipmaps:null,Ke={shaderID:le,shaderType:v.type,shaderName:v.name,vertexShader:ue,fragmentShader:ee,defines:v.defines,customVertexShaderID:me,customFragmentShaderID:ve,isRawShaderMaterial:v.isRawShaderMaterial===!0,glslVersion:v.glslVersion,precision:Z,batching:st,batchingColor:st&&L._colorsTexture!==null,instancing:He,instancingColor:He&&L.instanceColor!==null,instancingMorph:He&&L.morphTexture!==null,outputColorSpace:Ee===null?i.outputColorSpace:Ee.isXRRenderTarget===!0?Ee.texture.colorSpace:mt.workingColorSpace,alphaToCoverage:!!v.alphaToCoverage,map:Ve,matcap:ut,envMap:lt,envMapMode:lt&&V.mapping,envMapPMREM:nt,envMapMaxLod:nt?ke.length-1:null,envMapSize:nt?ke[0].width:null,aoMap:qt,lightMap:Bt,bumpMap:an,normalMap:Lt,displacementMap:wn,emissiveMap:_t,normalMapObjectSpace:Lt&&v.normalMapType===y0,normalMapTangentSpace:Lt&&v.normalMapType===Lh,packedNormalMap:Lt&&v.normalMapType===Lh&&h1(v.normalMap.format),metalnessMap:xn,roughnessMap:jt,anisotropy:ln,anisotropyMap:Xe,clearcoat:k,clearcoatMap:R,clearcoatNormalMap:b,clearcoatRoughnessMap:$,diffuseRoughness:Re,diffuseRoughnessMap:he,dispersion:$e,retroreflection:rt,iridescence:we,iridescenceMap:oe,iridescenceThicknessMap:xe,sheen:Dt,sheenColorMap:ye,sheenRoughnessMap:te,specularMap:ie,specularColorMap:pe,specularIntensityMap:U,transmission:ze,transmissionMap:re,thicknessMap:ne,gradientMap:Se,opaque:v.transparent===!1&&v.blending===Ao&&v.alphaToCoverage===!1,alphaMap:ge,alphaTest:be,alphaHash:Ge,combine:v.combine,mapUv:Ve&&f(v.map.channel),aoMapUv:qt&&f(v.aoMap.channel),lightMapUv:Bt&&f(v.lightMap.channel),bumpMapUv:an&&f(v.bumpMap.channel),normalMapUv:Lt&&f(v.normalMap.channel),displacementMapUv:wn&&f(v.displacementMap.channel),emissiveMapUv:_t&&f(v.emissiveMap.channel),metalnessMapUv:xn&&f(v.metalnessMap.channel),roughnessMapUv:jt&&f(v.roughnessMap.channel),anisotropyMapUv:Xe&&f(v.anisotropyMap.channel),clearcoatMapUv:R&&f(v.clearcoatMap.channel),clearcoatNormalMapUv:b&&f(v.clearcoatNormalMap.channel),clearcoatRoughnessMapUv:$&&f(v.clearcoatRoughnessMap.channel),diffuseRoughnessMapUv:he&&f(v.diffuseRoughnessMap.channel),iridescenceMapUv:oe&&f(v.iridescenceMap.channel),iridescenceThicknessMapUv:xe&&f(v.iridescenceThicknessMap.channel),sheenColorMapUv:ye&&f(v.sheenColorMap.channel),sheenRoughnessMapUv:te&&f(v.sheenRoughnessMap.channel),specularMapUv:ie&&f(v.specularMap.channel),specularColorMapUv:pe&&f(v.specularColorMap.channel),specularIntensityMapUv:U&&f(v.specularIntensityMap.channel),transmissionMapUv:re&&f(v.transmissionMap.channel),thicknessMapUv:ne&&f(v.thicknessMap.channel),alphaMapUv:ge&&f(v.alphaMap.channel),vertexTangents:!!N.attributes.tangent&&(Lt||ln),vertexNormals:!!N.attributes.normal,vertexColors:v.vertexColors,vertexAlphas:v.vertexColors===!0&&!!N.attributes.color&&N.attributes.color.itemSize===4,pointsUvs:L.isPoints===!0&&!!N.attributes.uv&&(Ve||ge),fog:!!z,useFog:v.fog===!0,fogExp2:!!z&&z.isFogExp2,flatShading:v.wireframe===!1&&(v.flatShading===!0||N.attributes.normal===void 0&&Lt===!1&&(v.isMeshLambertMaterial||v.isMeshPhongMaterial||v.isMeshStandardMaterial||v.isMeshPhysicalMaterial)),sizeAttenuation:v.sizeAttenuation===!0,logarithmicDepthBuffer:u,reversedDepthBuffer:Me,skinning:L.isSkinnedMesh===!0,hasPositionAttribute:N.attributes.position!==void 0,morphTargets:N.morphAttributes.position!==void 0,morphNormals:N.morphAttributes.normal!==void 0,morphColors:N.morphAttributes.color!==void 0,morphTargetsCount:se,morphTextureStride:de,numSunLights:S.sun.length,numDirLights:S.directional.length,numPointLights:S.point.length,numSpotLights:S.spot.length,numSpotLightMaps:S.spotLightMap.length,numRectAreaLights:S.rectArea.length,numHemiLights:S.hemi.length,numSunLightShadows:S.sunShadowMap.length,numDirLightShadows:S.directionalShadowMap.length,numPointLightShadows:S.pointShadowMap.length,numSpotLightShadows:S.spotShadowMap.length,numSpotLightShadowsWithMaps:S.numSpotLightShadowsWithMaps,numLightProbes:S.numLightProbes,numLightProbeGrids:O.filter(Ce=>Ce.texture!==null).length,numClippingPlanes:r.numPlanes,numClipIntersection:r.numIntersection,dithering:v.dithering,shadowMapEnabled:i.shadowMap.enabled&&F.length>0,shadowMapType:i.shadowMap.type,toneMapping:ce,decodeVideoTexture:Ve&&v.map.isVideoTexture===!0&&mt.getTransfer(v.map.colorSpace)===Ct,decodeVideoTextureEmissive:_t&&v.emissiveMap.isVideoTexture===!0&&mt.getTransfer(v.emissiveMap.colorSpace)===Ct,premultipliedAlpha:v.premultipliedAlpha,doubleSided:v.side===Vn,flipSided:v.side===Qn,useDepthPacking:v.depthPacking>=0,depthPacking:v.depthPacking||0,index0AttributeName:v.index0AttributeName,extensionClipCullDistance:Je&&v.extensions.clipCullDistance===!0&&t.has("WEBGL_clip_cull_distance"),extensionMultiDraw:(Je&&v.extensions.multiDraw===!0||st)&&t.has("WEBGL_multi_draw"),rendererExtensionParallelShaderCompile:t.has("KHR_parallel_shader_compile"),customProgramCacheKey:v.customProgramCacheKey()};return Ke.vertexUv1s=l.has(1),Ke.vertexUv2s=l.has(2),Ke.vertexUv3s=l.has(3),l.clear(),Ke}function x(v){let S=[];if(v.shaderID?S.push(v.shaderID):(S.push(v.customVertexShaderID),S.push(v.customFragmentShaderID)),v.defines!==void 0)for(let F in v.defines)S.push(F),S.push(v.defines[F]);return v.isRawShaderMaterial===!1&&(m(S,v),g(S,v),S.push(i.outputColorSpace)),S.push(v.customProgramCacheKey),S.join()}function m(v,S){v.push(S.precision),v.push(S.outputColorSpace),v.push(S.envMapMode),v.push(S.envMapPMREM),v.push(S.envMapMaxLod),v.push(S.envMapSize),v.push(S.mapUv),v.push(S.alphaMapUv),v.push(S.lightMapUv),v.push(S.aoMapUv),v.push(S.bumpMapUv),v.push(S.normalMapUv),v.push(S.displacementMapUv),v.push(S.emissiveMapUv),v.push(S.metalnessMapUv),v.push(S.roughnessMapUv),v.push(S.anisotropyMapUv),v.push(S.clearcoatMapUv),v.push(S.clearcoatNormalMapUv),v.push(S.clearcoatRoughnessMapUv),v.push(S.diffuseRoughnessMapUv),v.push(S.iridescenceMapUv),v.push(S.iridescenceThicknessMapUv),v.push(S.sheenColorMapUv),v.push(S.sheenRoughnessMapUv),v.push(S.specularMapUv),v.push(S.specularColorMapUv),v.push(S.specularIntensityMapUv),v.push(S.transmissionMapUv),v.push(S.thicknessMapUv),v.push(S.combine),v.push(S.fogExp2),v.push(S.sizeAttenuation),v.push(S.morphTargetsCount),v.push(S.numSunLights),v.push(S.numDirLights),v.push(S.numPointLights),v.push(S.numSpotLights),v.push(S.numSpotLightMaps),v.push(S.numHemiLights),v.push(S.numRectAreaLights),v.push(S.numSunLightShadows),v.push(S.numDirLightShadows),v.push(S.numPointLightShadows),v.push(S.numSpotLightShadows),v.push(S.numSpotLightShadowsWithMaps),v.push(S.numLightProbes),v.push(S.numLightProbeGrids),v.push(S.shadowMapType),v.push(S.toneMapping),v.push(S.numClippingPlanes),v.push(S.numClipIntersection),v.push(S.depthPacking)}function g(v,S){o.disableAll(),S.instancing&&o.enable(0),S.instancingColor&&o.enable(1),S.instancingMorph&&o.enable(2),S.matcap&&o.enable(3),S.envMap&&o.enable(4),S.normalMapObjectSpace&&o.enable(5),S.normalMapTangentSpace&&o.enable(6),S.clearcoat&&o.enable(7),S.iridescence&&o.enable(8),S.alphaTest&&o.enable(9),S.vertexColors&&o.enable(10),S.vertexAlphas&&o.enable(11),S.vertexUv1s&&o.enable(12),S.vertexUv2s&&o.enable(13),S.vertexUv3s&&o.enable(14),S.vertexTangents&&o.enable(15),S.anisotropy&&o.enable(16),S.alphaHash&&o.enable(17),S.batching&&o.enable(18),S.dispersion&&o.enable(19),S.retroreflection&&o.enable(24),S.diffuseRoughness&&o.enable(25),S.batchingColor&&o.enable(20),S.gradientMap&&o.enable(21),S.packedNormalMap&&o.enable(22),S.vertexNormals&&o.enable(23),v.push(o.mask),o.disableAll(),S.fog&&o.enable(0),S.useFog&&o.enable(1),S.flatShading&&o.enable(2),S.logarithmicDepthBuffer&&o.enable(3),S.reversedDepthBuffer&&o.enable(4),S.skinning&&o.enable(5),S.morphTargets&&o.enable(6),S.morphNormals&&o.enable(7),S.morphColors&&o.enable(8),S.premultipliedAlpha&&o.enable(9),S.shadowMapEnabled&&o.enable(10),S.doubleSided&&o.enable(11),S.flipSided&&o.enable(12),S.useDepthPacking&&o.enable(13),S.dithering&&o.enable(14),S.transmission&&o.enable(15),S.sheen&&o.enable(16),S.opaque&&o.enable(17),S.pointsUvs&&o.enable(18),S.decodeVideoTexture&&o.enable(19),S.decodeVideoTextureEmissive&&o.enable(20),S.alphaToCoverage&&o.enable(21),S.numLightProbeGrids>0&&o.enable(22),S.hasPositionAttribute&&o.enable(23),v.push(o.mask)}function _(v){let S=d[v.type],F;if(S){let I=is[S];F=N0.clone(I.uniforms)}else F=v.uniforms;return F}function E(v,S){let F=h.get(S);return F!==void 0?++F.usedTimes:(F=new l1(i,S,v,s),c.push(F),h.set(S,F)),F}function M(v){if(--v.usedTimes===0){let S=c.indexOf(v);c[S]=c[c.length-1],c.pop(),h.delete(v.cacheKey),v.destroy()}}function C(v){a.remove(v)}function T(){a.dispose()}return{getParameters:p,getProgramCacheKey:x,getUniforms:_,acquireProgram:E,releaseProgram:M,releaseShaderCache:C,programs:c,dispose:T}}function d1(){let i=new WeakMap;function e(o){return i.has(o)}function t(o){let a=i.get(o);return a===void 0&&(a={},i.set(o,a)),a}function n(o){i.delete(o)}function s(o,a,l){i.get(o)[a]=l}function r(){i=new WeakMap}return{has:e,get:t,remove:n,update:s,dispose:r}}function f1(i,e){return i.groupOrder!==e.groupOrder?i.groupOrder-e.groupOrder:i.renderOrder!==e.renderOrder?i.renderOrder-e.renderOrder:i.material.id!==e.material.id?i.material.id-e.material.id:i.materialVariant!==e.materialVariant?i.materialVariant-e.materialVariant:i.z!==e.z?i.z-e.z:i.id-e.id}function Q0(i,e){return i.groupOrder!==e.groupOrder?i.groupOrder-e.groupOrder:i.renderOrder!==e.renderOrder?i.renderOrder-e.renderOrder:i.z!==e.z?e.z-i.z:i.id-e.id}function ex(){let i=[],e=0,t=[],n=[],s=[];function r(){e=0,t.length=0,n.length=0,s.length=0}function o(d){let f=0;return d.isInstancedMesh&&(f+=2),d.isSkinnedMesh&&(f+=1),f}function a(d,f,p,x,m,g){let _=i[e];return _===void 0?(_={id:d.id,object:d,geometry:f,material:p,materialVariant:o(d),groupOrder:x,renderOrder:d.renderOrder,z:m,group:g},i[e]=_):(_.id=d.id,_.object=d,_.geometry=f,_.material=p,_.materialVariant=o(d),_.groupOrder=x,_.renderOrder=d.renderOrder,_.z=m,_.group=g),e++,_}function l(d,f,p,x,m,g,_){_.reversedDepth===!0&&(m=-m);let E=a(d,f,p,x,m,g);p.transmission>0?n.push(E):p.transparent===!0?s.push(E):t.push(E)}function c(d,f,p,x,m,g){let _=a(d,f,p,x,m,g);p.transmission>0?n.unshift(_):p.transparent===!0?s.unshift(_):t.unshift(_)}function h(d,f){t.length>1&&t.sort(d||f1),n.length>1&&n.sort(f||Q0),s.length>1&&s.sort(f||Q0)}function u(){for(let d=e,f=i.length;d<f;d++){let p=i[d];if(p.id===null)break;p.id=null,p.object=null,p.geometry=null,p.material=null,p.group=null}}return{opaque:t,transmissive:n,transparent:s,init:r,push:l,unshift:c,finish:u,sort:h}}function p1(){let i=new WeakMap;function e(n,s){let r=i.get(n),o;return r===void 0?(o=new ex,i.set(n,[o])):s>=r.length?(o=new ex,r.push(o)):o=r[s],o}function t(){i=new WeakMap}return{get:e,dispose:t}}function m1(){let i={};return{get:function(e){if(i[e.id]!==void 0)return i[e.id];let t;switch(e.type){case"SunLight":case"DirectionalLight":t={direction:new W,color:new Ye};break;case"SpotLight":t={position:new W,direction:new W,color:new Ye,distance:0,coneCos:0,penumbraCos:0,decay:0};break;case"PointLight":t={position:new W,color:new Ye,distance:0,decay:0};break;case"HemisphereLight":t={direction:new W,skyColor:new Ye,groundColor:new Ye};break;case"RectAreaLight":t={color:new Ye,position:new W,halfWidth:new W,halfHeight:new W};break}return i[e.id]=t,t}}}function g1(){let i={};return{get:function(e){if(i[e.id]!==void 0)return i[e.id];let t;switch(e.type){case"SunLight":case"DirectionalLight":t={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new et};break;case"SpotLight":t={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new et};break;case"PointLight":t={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new et,shadowCameraNear:1,shadowCameraFar:1e3};break}return i[e.id]=t,t}}}var x1=0;function v1(i,e){return(e.castShadow?2:0)-(i.castShadow?2:0)+(e.map?1:0)-(i.map?1:0)}function y1(i){let e=new m1,t=g1(),n={version:0,hash:{sunLength:-1,directionalLength:-1,pointLength:-1,spotLength:-1,rectAreaLength:-1,hemiLength:-1,numSunShadows:-1,numDirectionalShadows:-1,numPointShadows:-1,numSpotShadows:-1,numSpotMaps:-1,numLightProbes:-1},ambient:[0,0,0],probe:[],sun:[],sunShadow:[],sunShadowMap:[],sunShadowMatrix:[],sunShadowCascade:[],directional:[],directionalShadow:[],directionalShadowMap:[],directionalShadowMatrix:[],spot:[],spotLightMap:[],spotShadow:[],spotShadowMap:[],spotLightMatrix:[],rectArea:[],rectAreaLTC1:null,rectAreaLTC2:null,point:[],pointShadow:[],pointShadowMap:[],pointShadowMatrix:[],hemi:[],numSpotLightShadowsWithMaps:0,numLightProbes:0};for(let c=0;c<9;c++)n.probe.push(new W);let s=new W,r=new ot,o=new ot;function a(c){let h=0,u=0,d=0;for(let O=0;O<9;O++)n.probe[O].set(0,0,0);let f=0,p=0,x=0,m=0,g=0,_=0,E=0,M=0,C=0,T=0,v=0,S=0,F=0,I=0;c.sort(v1);for(let O=0,z=c.length;O<z;O++){let N=c[O],H=N.color,X=N.intensity,V=N.distance,le=null;if(N.shadow&&N.shadow.map&&(N.shadow.map.texture.format===tr?le=N.shadow.map.texture:le=N.shadow.map.depthTexture||N.shadow.map.texture),N.isAmbientLight)h+=H.r*X,u+=H.g*X,d+=H.b*X;else if(N.isLightProbe){for(let Z=0;Z<9;Z++)n.probe[Z].addScaledVector(N.sh.coefficients[Z],X);I++}else if(N.isSunLight){let Z=e.get(N);if(Z.color.copy(N.color).multiplyScalar(N.intensity),N.castShadow){let Q=N.shadow,se=t.get(N);se.shadowIntensity=Q.intensity,se.shadowBias=Q.bias,se.shadowNormalBias=Q.normalBias,se.shadowRadius=Q.radius,se.shadowMapSize.copy(Q.mapSize).multiply(Q.getFrameExtents()),n.sunShadow[p]=se,n.sunShadowMap[p]=le;let de=Q.getViewportCount();for(let ue=0;ue<de;ue++)n.sunShadowMatrix[x+ue]=Q.getMatrix(ue),n.sunShadowCascade[x+ue]=Q._cascadeData[ue];x+=de,p++}n.sun[f]=Z,f++}else if(N.isDirectionalLight){let Z=e.get(N);if(Z.color.copy(N.color).multiplyScalar(N.intensity),N.castShadow){let Q=N.shadow,se=t.get(N);se.shadowIntensity=Q.intensity,se.shadowBias=Q.bias,se.shadowNormalBias=Q.normalBias,se.shadowRadius=Q.radius,se.shadowMapSize=Q.mapSize,n.directionalShadow[m]=se,n.directionalShadowMap[m]=le,n.directionalShadowMatrix[m]=N.shadow.matrix,C++}n.directional[m]=Z,m++}else if(N.isSpotLight){let Z=e.get(N);Z.position.setFromMatrixPosition(N.matrixWorld),Z.color.copy(H).multiplyScalar(X),Z.distance=V,Z.coneCos=Math.cos(N.angle),Z.penumbraCos=Math.cos(N.angle*(1-N.penumbra)),Z.decay=N.decay,n.spot[_]=Z;let Q=N.shadow;if(N.map&&(n.spotLightMap[S]=N.map,S++,Q.updateMatrices(N),N.castShadow&&F++),n.spotLightMatrix[_]=Q.matrix,N.castShadow){let se=t.get(N);se.shadowIntensity=Q.intensity,se.shadowBias=Q.bias,se.shadowNormalBias=Q.normalBias,se.shadowRadius=Q.radius,se.shadowMapSize=Q.mapSize,n.spotShadow[_]=se,n.spotShadowMap[_]=le,v++}_++}else if(N.isRectAreaLight){let Z=e.get(N);Z.color.copy(H).multiplyScalar(X),Z.halfWidth.set(N.width*.5,0,0),Z.halfHeight.set(0,N.height*.5,0),n.rectArea[E]=Z,E++}else if(N.isPointLight){let Z=e.get(N);if(Z.color.copy(N.color).multiplyScalar(N.intensity),Z.distance=N.distance,Z.decay=N.decay,N.castShadow){let Q=N.shadow,se=t.get(N);se.shadowIntensity=Q.intensity,se.shadowBias=Q.bias,se.shadowNormalBias=Q.normalBias,se.shadowRadius=Q.radius,se.shadowMapSize=Q.mapSize,se.shadowCameraNear=Q.camera.near,se.shadowCameraFar=Q.camera.far,n.pointShadow[g]=se,n.pointShadowMap[g]=le,n.pointShadowMatrix[g]=N.shadow.matrix,T++}n.point[g]=Z,g++}else if(N.isHemisphereLight){let Z=e.get(N);Z.skyColor.copy(N.color).multiplyScalar(X),Z.groundColor.copy(N.groundColor).multiplyScalar(X),n.hemi[M]=Z,M++}}E>0&&(i.has("OES_texture_float_linear")===!0?(n.rectAreaLTC1=Le.LTC_FLOAT_1,n.rectAreaLTC2=Le.LTC_FLOAT_2):(n.rectAreaLTC1=Le.LTC_HALF_1,n.rectAreaLTC2=Le.LTC_HALF_2)),n.ambient[0]=h,n.ambient[1]=u,n.ambient[2]=d;let L=n.hash;(L.sunLength!==f||L.directionalLength!==m||L.pointLength!==g||L.spotLength!==_||L.rectAreaLength!==E||L.hemiLength!==M||L.numSunShadows!==p||L.numDirectionalShadows!==C||L.numPointShadows!==T||L.numSpotShadows!==v||L.numSpotMaps!==S||L.numLightProbes!==I)&&(n.sun.length=f,n.directional.length=m,n.spot.length=_,n.rectArea.length=E,n.point.length=g,n.hemi.length=M,n.sunShadow.length=p,n.sunShadowMap.length=p,n.sunShadowMatrix.length=x,n.sunShadowCascade.length=x,n.directionalShadow.length=C,n.directionalShadowMap.length=C,n.directionalShadowMatrix.length=C,n.pointShadow.length=T,n.pointShadowMap.length=T,n.pointShadowMatrix.length=T,n.spotShadow.length=v,n.spotShadowMap.length=v,n.spotLightMatrix.length=v+S-F,n.spotLightMap.length=S,n.numSpotLightShadowsWithMaps=F,n.numLightProbes=I,L.sunLength=f,L.directionalLength=m,L.pointLength=g,L.spotLength=_,L.rectAreaLength=E,L.hemiLength=M,L.numSunShadows=p,L.numDirectionalShadows=C,L.numPointShadows=T,L.numSpotShadows=v,L.numSpotMaps=S,L.numLightProbes=I,n.version=x1++)}function l(c,h){let u=0,d=0,f=0,p=0,x=0,m=0,g=h.matrixWorldInverse;for(let _=0,E=c.length;_<E;_++){let M=c[_];if(M.isSunLight){let C=n.sun[u];C.direction.setFromMatrixPosition(M.matrixWorld),C.direction.transformDirection(g),u++}else if(M.isDirectionalLight){let C=n.directional[d];C.direction.setFromMatrixPosition(M.matrixWorld),s.setFromMatrixPosition(M.target.matrixWorld),C.direction.sub(s),C.direction.transformDirection(g),d++}else if(M.isSpotLight){let C=n.spot[p];C.position.setFromMatrixPosition(M.matrixWorld),C.position.applyMatrix4(g),C.direction.setFromMatrixPosition(M.matrixWorld),s.setFromMatrixPosition(M.target.matrixWorld),C.direction.sub(s),C.direction.transformDirection(g),p++}else if(M.isRectAreaLight){let C=n.rectArea[x];C.position.setFromMatrixPosition(M.matrixWorld),C.position.applyMatrix4(g),o.identity(),r.copy(M.matrixWorld),r.premultiply(g),o.extractRotation(r),C.halfWidth.set(M.width*.5,0,0),C.halfHeight.set(0,M.height*.5,0),C.halfWidth.applyMatrix4(o),C.halfHeight.applyMatrix4(o),x++}else if(M.isPointLight){let C=n.point[f];C.position.setFromMatrixPosition(M.matrixWorld),C.position.applyMatrix4(g),f++}else if(M.isHemisphereLight){let C=n.hemi[m];C.direction.setFromMatrixPosition(M.matrixWorld),C.direction.transformDirection(g),m++}}}return{setup:a,setupView:l,state:n}}function tx(i){let e=new y1(i),t=[],n=[],s=[];function r(u){h.camera=u,t.length=0,n.length=0,s.length=0}function o(u){u.isLightProbeGrid?s.push(u):t.push(u)}function a(u){n.push(u)}function l(){e.setup(t),s.sort((u,d)=>u.priority-d.priority||u.id-d.id)}function c(u){e.setupView(t,u)}let h={lightsArray:t,shadowsArray:n,lightProbeGridArray:s,camera:null,lights:e,transmissionRenderTarget:{},textureUnits:0};return{init:r,state:h,setupLights:l,setupLightsView:c,pushLight:o,pushShadow:a}}function _1(i){let e=new WeakMap;function t(s,r=0){let o=e.get(s),a;return o===void 0?(a=new tx(i),e.set(s,[a])):r>=o.length?(a=new tx(i),o.push(a)):a=o[r],a}function n(){e=new WeakMap}return{get:t,dispose:n}}var b1=`void main() {
	gl_Position = vec4( position, 1.0 );
}`,M1=`uniform sampler2D shadow_pass;
uniform vec2 resolution;
uniform float radius;
void main() {
	const float samples = float( VSM_SAMPLES );
	float mean = 0.0;
	float squared_mean = 0.0;
	float uvStride = samples <= 1.0 ? 0.0 : 2.0 / ( samples - 1.0 );
	float uvStart = samples <= 1.0 ? 0.0 : - 1.0;
	for ( float i = 0.0; i < samples; i ++ ) {
		float uvOffset = uvStart + i * uvStride;
		#ifdef HORIZONTAL_PASS
			vec2 distribution = texture2D( shadow_pass, ( gl_FragCoord.xy + vec2( uvOffset, 0.0 ) * radius ) / resolution ).rg;
			mean += distribution.x;
			squared_mean += distribution.y * distribution.y + distribution.x * distribution.x;
		#else
			float depth = texture2D( shadow_pass, ( gl_FragCoord.xy + vec2( 0.0, uvOffset ) * radius ) / resolution ).r;
			mean += depth;
			squared_mean += depth * depth;
		#endif
	}
	mean = mean / samples;
	squared_mean = squared_mean / samples;
	float std_dev = sqrt( max( 0.0, squared_mean - mean * mean ) );
	gl_FragColor = vec4( mean, std_dev, 0.0, 1.0 );
}`,w1=[new W(1,0,0),new W(-1,0,0),new W(0,1,0),new W(0,-1,0),new W(0,0,1),new W(0,0,-1)],S1=[new W(0,-1,0),new W(0,-1,0),new W(0,0,1),new W(0,0,-1),new W(0,-1,0),new W(0,-1,0)],nx=new ot,za=new W,df=new W;function A1(i,e,t){let n=new qs,s=new et,r=new et,o=new Zt,a=new Ic,l=new Lc,c={},h=t.maxTextureSize,u={[er]:Qn,[Qn]:er,[Vn]:Vn},d=new Mi({defines:{VSM_SAMPLES:8},uniforms:{shadow_pass:{value:null},resolution:{value:new et},radius:{value:4}},vertexShader:b1,fragmentShader:M1}),f=d.clone();f.defines.HORIZONTAL_PASS=1;let p=new Kt;p.setAttribute("position",new kt(new Float32Array([-1,-1,.5,3,-1,.5,-1,3,.5]),3));let x=new gn(p,d),m=this;this.enabled=!1,this.autoUpdate=!0,this.needsUpdate=!1,this.type=Ia;let g=this.type;this.render=function(T,v,S){if(m.enabled===!1||m.autoUpdate===!1&&m.needsUpdate===!1||T.length===0)return;this.type===Jg&&(qe("WebGLShadowMap: PCFSoftShadowMap has been removed. Using PCFShadowMap instead."),this.type=Ia);let F=i.getRenderTarget(),I=i.getActiveCubeFace(),L=i.getActiveMipmapLevel(),O=i.state;O.setBlending(Mr),O.buffers.depth.getReversed()===!0?O.buffers.color.setClear(0,0,0,0):O.buffers.color.setClear(1,1,1,1),O.buffers.depth.setTest(!0),O.setScissorTest(!1);let z=g!==this.type;z&&v.traverse(function(N){N.material&&(Array.isArray(N.material)?N.material.forEach(H=>H.needsUpdate=!0):N.material.needsUpdate=!0)});for(let N=0,H=T.length;N<H;N++){let X=T[N],V=X.shadow;if(V===void 0){qe("WebGLShadowMap:",X,"has no shadow.");continue}if(V.autoUpdate===!1&&V.needsUpdate===!1)continue;s.copy(V.mapSize);let le=V.getFrameExtents();s.multiply(le),r.copy(V.mapSize),(s.x>h||s.y>h)&&(s.x>h&&(r.x=Math.floor(h/le.x),s.x=r.x*le.x,V.mapSize.x=r.x),s.y>h&&(r.y=Math.floor(h/le.y),s.y=r.y*le.y,V.mapSize.y=r.y));let Z=i.state.buffers.depth.getReversed();if(V.camera._reversedDepth=Z,V.map===null||z===!0){if(V.map!==null&&(V.map.depthTexture!==null&&(V.map.depthTexture.dispose(),V.map.depthTexture=null),V.map.dispose()),this.type===So){if(X.isPointLight){qe("WebGLShadowMap: VSM shadow maps are not supported for PointLights. Use PCF or BasicShadowMap instead.");continue}V.map=new fi(s.x,s.y,{format:tr,type:Oi,minFilter:jn,magFilter:jn,generateMipmaps:!1}),V.map.texture.name=X.name+".shadowMap",V.map.depthTexture=new ws(s.x,s.y,wi),V.map.depthTexture.name=X.name+".shadowMapDepth",V.map.depthTexture.format=vs,V.map.depthTexture.compareFunction=null,V.map.depthTexture.minFilter=Ln,V.map.depthTexture.magFilter=Ln}else X.isPointLight?(V.map=new Ga(s.x),V.map.depthTexture=new ba(s.x,ki)):(V.map=new fi(s.x,s.y),V.map.depthTexture=new ws(s.x,s.y,ki)),V.map.depthTexture.name=X.name+".shadowMap",V.map.depthTexture.format=vs,this.type===Ia?(V.map.depthTexture.compareFunction=Z?tf:ef,V.map.depthTexture.minFilter=jn,V.map.depthTexture.magFilter=jn):(V.map.depthTexture.compareFunction=null,V.map.depthTexture.minFilter=Ln,V.map.depthTexture.magFilter=Ln);V.camera.updateProjectionMatrix()}V.map.isWebGLCubeRenderTarget!==!0&&(V.map.width!==s.x||V.map.height!==s.y)&&V.map.setSize(s.x,s.y);let Q=V.map.isWebGLCubeRenderTarget?6:V.getViewportCount();X.isPointLight!==!0&&V.updateMatrices(X,S);let se=(V.camera.layers.mask&4294967294)!==0?V.camera.layers:S.layers;for(let de=0;de<Q;de++){let ue=V.getCamera(de);if(X.isPointLight){let ee=V.camera,me=V.matrix,ve=X.distance||ee.far;ve!==ee.far&&(ee.far=ve,ee.updateProjectionMatrix()),za.setFromMatrixPosition(X.matrixWorld),ee.position.copy(za),df.copy(ee.position),df.add(w1[de]),ee.up.copy(S1[de]),ee.lookAt(df),ee.updateMatrixWorld(),me.makeTranslation(-za.x,-za.y,-za.z),nx.multiplyMatrices(ee.projectionMatrix,ee.matrixWorldInverse),V._frustum.setFromProjectionMatrix(nx,ee.coordinateSystem,ee.reversedDepth)}if(V.map.isWebGLCubeRenderTarget)i.setRenderTarget(V.map,de),i.clear();else{de===0&&(i.setRenderTarget(V.map),i.clear());let ee=V.getViewport(de);o.set(r.x*ee.x,r.y*ee.y,r.x*ee.z,r.y*ee.w),O.viewport(o)}n=V.getFrustum(de),M(v,S,ue,X,se,this.type)}V.isPointLightShadow!==!0&&this.type===So&&_(V,S),V.needsUpdate=!1}g=this.type,m.needsUpdate=!1,i.setRenderTarget(F,I,L)};function _(T,v){let S=e.update(x);d.defines.VSM_SAMPLES!==T.blurSamples&&(d.defines.VSM_SAMPLES=T.blurSamples,f.defines.VSM_SAMPLES=T.blurSamples,d.needsUpdate=!0,f.needsUpdate=!0),T.mapPass===null?T.mapPass=new fi(s.x,s.y,{format:tr,type:Oi}):(T.mapPass.width!==T.map.width||T.mapPass.height!==T.map.height)&&T.mapPass.setSize(T.map.width,T.map.height),d.uniforms.shadow_pass.value=T.map.depthTexture,d.uniforms.resolution.value.set(T.map.width,T.map.height),d.uniforms.radius.value=T.radius,i.setRenderTarget(T.mapPass),i.clear(),i.renderBufferDirect(v,null,S,d,x,null),f.uniforms.shadow_pass.value=T.mapPass.texture,f.uniforms.resolution.value.set(T.map.width,T.map.height),f.uniforms.radius.value=T.radius,i.setRenderTarget(T.map),i.clear(),i.renderBufferDirect(v,null,S,f,x,null)}function E(T,v,S,F){let I=null,L=S.isPointLight===!0?T.customDistanceMaterial:T.customDepthMaterial;if(L!==void 0)I=L;else if(I=S.isPointLight===!0?l:a,i.localClippingEnabled&&v.clipShadows===!0&&Array.isArray(v.clippingPlanes)&&v.clippingPlanes.length!==0||v.displacementMap&&v.displacementScale!==0||v.alphaMap&&v.alphaTest>0||v.map&&v.alphaTest>0||v.alphaToCoverage===!0){let O=I.uuid,z=v.uuid,N=c[O];N===void 0&&(N={},c[O]=N);let H=N[z];H===void 0&&(H=I.clone(),N[z]=H,v.addEventListener("dispose",C)),I=H}if(I.visible=v.visible,I.wireframe=v.wireframe,F===So?I.side=v.shadowSide!==null?v.shadowSide:v.side:I.side=v.shadowSide!==null?v.shadowSide:u[v.side],I.alphaMap=v.alphaMap,I.alphaTest=v.alphaToCoverage===!0?.5:v.alphaTest,I.map=v.map,I.clipShadows=v.clipShadows,I.clippingPlanes=v.clippingPlanes,I.clipIntersection=v.clipIntersection,I.displacementMap=v.displacementMap,I.displacementScale=v.displacementScale,I.displacementBias=v.displacementBias,I.wireframeLinewidth=v.wireframeLinewidth,I.linewidth=v.linewidth,S.isPointLight===!0&&I.isMeshDistanceMaterial===!0){let O=i.properties.get(I);O.light=S}return I}function M(T,v,S,F,I,L){if(T.visible===!1)return;if(T.layers.test(I)&&(T.isMesh||T.isLine||T.isPoints)&&(T.castShadow||T.receiveShadow&&L===So)&&(!T.frustumCulled||T.intersectsFrustum(n))){T.modelViewMatrix.multiplyMatrices(S.matrixWorldInverse,T.matrixWorld);let N=e.update(T),H=T.material;if(Array.isArray(H)){let X=N.groups;for(let V=0,le=X.length;V<le;V++){let Z=X[V],Q=H[Z.materialIndex];if(Q&&Q.visible){let se=E(T,Q,F,L);T.onBeforeShadow(i,T,v,S,N,se,Z),i.renderBufferDirect(S,null,N,se,T,Z),T.onAfterShadow(i,T,v,S,N,se,Z)}}}else if(H.visible){let X=E(T,H,F,L);T.onBeforeShadow(i,T,v,S,N,X,null),i.renderBufferDirect(S,null,N,X,T,null),T.onAfterShadow(i,T,v,S,N,X,null)}}let z=T.children;for(let N=0,H=z.length;N<H;N++)M(z[N],v,S,F,I,L)}function C(T){T.target.removeEventListener("dispose",C);for(let S in c){let F=c[S],I=T.target.uuid;I in F&&(F[I].dispose(),delete F[I])}}}function T1(i,e){function t(){let U=!1,re=new Zt,ne=null,Se=new Zt(0,0,0,0);return{setMask:function(ge){ne!==ge&&!U&&(i.colorMask(ge,ge,ge,ge),ne=ge)},setLocked:function(ge){U=ge},setClear:function(ge,be,Ge,Je,ce){ce===!0&&(ge*=Je,be*=Je,Ge*=Je),re.set(ge,be,Ge,Je),Se.equals(re)===!1&&(i.clearColor(ge,be,Ge,Je),Se.copy(re))},reset:function(){U=!1,ne=null,Se.set(-1,0,0,0)}}}function n(){let U=!1,re=!1,ne=null,Se=null,ge=null;return{setReversed:function(be){if(re!==be){let Ge=e.get("EXT_clip_control");be?Ge.clipControlEXT(Ge.LOWER_LEFT_EXT,Ge.ZERO_TO_ONE_EXT):Ge.clipControlEXT(Ge.LOWER_LEFT_EXT,Ge.NEGATIVE_ONE_TO_ONE_EXT),re=be;let Je=ge;ge=null,this.setClear(Je)}},getReversed:function(){return re},setTest:function(be){be?Me(i.DEPTH_TEST):He(i.DEPTH_TEST)},setMask:function(be){ne!==be&&!U&&(i.depthMask(be),ne=be)},setFunc:function(be){if(re&&(be=P0[be]),Se!==be){switch(be){case dc:i.depthFunc(i.NEVER);break;case fc:i.depthFunc(i.ALWAYS);break;case pc:i.depthFunc(i.LESS);break;case xo:i.depthFunc(i.LEQUAL);break;case mc:i.depthFunc(i.EQUAL);break;case gc:i.depthFunc(i.GEQUAL);break;case xc:i.depthFunc(i.GREATER);break;case vc:i.depthFunc(i.NOTEQUAL);break;default:i.depthFunc(i.LEQUAL)}Se=be}},setLocked:function(be){U=be},setClear:function(be){ge!==be&&(ge=be,re&&(be=1-be),i.clearDepth(be))},reset:function(){U=!1,ne=null,Se=null,ge=null,re=!1}}}function s(){let U=!1,re=null,ne=null,Se=null,ge=null,be=null,Ge=null,Je=null,ce=null;return{setTest:function(ke){U||(ke?Me(i.STENCIL_TEST):He(i.STENCIL_TEST))},setMask:function(ke){re!==ke&&!U&&(i.stencilMask(ke),re=ke)},setFunc:function(ke,Ke,Ce){(ne!==ke||Se!==Ke||ge!==Ce)&&(i.stencilFunc(ke,Ke,Ce),ne=ke,Se=Ke,ge=Ce)},setOp:function(ke,Ke,Ce){(be!==ke||Ge!==Ke||Je!==Ce)&&(i.stencilOp(ke,Ke,Ce),be=ke,Ge=Ke,Je=Ce)},setLocked:function(ke){U=ke},setClear:function(ke){ce!==ke&&(i.clearStencil(ke),ce=ke)},reset:function(){U=!1,re=null,ne=null,Se=null,ge=null,be=null,Ge=null,Je=null,ce=null}}}let r=new t,o=new n,a=new s,l={},c=new WeakMap,h={},u={},d={},f=new WeakMap,p=[],x=null,m=!1,g=null,_=null,E=null,M=null,C=null,T=null,v=null,S=new Ye(0,0,0),F=0,I=!1,L=null,O=null,z=null,N=null,H=null,X=i.getParameter(i.MAX_COMBINED_TEXTURE_IMAGE_UNITS),V=!1,le=0,Z=i.getParameter(i.VERSION);Z.indexOf("WebGL")!==-1?(le=parseFloat(/^WebGL (\d)/.exec(Z)[1]),V=le>=1):Z.indexOf("OpenGL ES")!==-1&&(le=parseFloat(/^OpenGL ES (\d)/.exec(Z)[1]),V=le>=2);let Q=null,se={},de=i.getParameter(i.SCISSOR_BOX),ue=i.getParameter(i.VIEWPORT),ee=new Zt().fromArray(de),me=new Zt().fromArray(ue);function ve(U,re,ne,Se){let ge=new Uint8Array(4),be=i.createTexture();i.bindTexture(U,be),i.texParameteri(U,i.TEXTURE_MIN_FILTER,i.NEAREST),i.texParameteri(U,i.TEXTURE_MAG_FILTER,i.NEAREST);for(let Ge=0;Ge<ne;Ge++)U===i.TEXTURE_3D||U===i.TEXTURE_2D_ARRAY?i.texImage3D(re,0,i.RGBA,1,1,Se,0,i.RGBA,i.UNSIGNED_BYTE,ge):i.texImage2D(re+Ge,0,i.RGBA,1,1,0,i.RGBA,i.UNSIGNED_BYTE,ge);return be}let Ee={};Ee[i.TEXTURE_2D]=ve(i.TEXTURE_2D,i.TEXTURE_2D,1),Ee[i.TEXTURE_CUBE_MAP]=ve(i.TEXTURE_CUBE_MAP,i.TEXTURE_CUBE_MAP_POSITIVE_X,6),Ee[i.TEXTURE_2D_ARRAY]=ve(i.TEXTURE_2D_ARRAY,i.TEXTURE_2D_ARRAY,1,1),Ee[i.TEXTURE_3D]=ve(i.TEXTURE_3D,i.TEXTURE_3D,1,1),r.setClear(0,0,0,1),o.setClear(1),a.setClear(0),Me(i.DEPTH_TEST),o.setFunc(xo),an(!1),Lt(Dd),Me(i.CULL_FACE),qt(Mr);function Me(U){h[U]!==!0&&(i.enable(U),h[U]=!0)}function He(U){h[U]!==!1&&(i.disable(U),h[U]=!1)}function st(U,re){return d[U]!==re?(i.bindFramebuffer(U,re),d[U]=re,U===i.DRAW_FRAMEBUFFER&&(d[i.FRAMEBUFFER]=re),U===i.FRAMEBUFFER&&(d[i.DRAW_FRAMEBUFFER]=re),!0):!1}function Ve(U,re){let ne=p,Se=!1;if(U){ne=f.get(re),ne===void 0&&(ne=[],f.set(re,ne));let ge=U.textures;if(ne.length!==ge.length||ne[0]!==i.COLOR_ATTACHMENT0){for(let be=0,Ge=ge.length;be<Ge;be++)ne[be]=i.COLOR_ATTACHMENT0+be;ne.length=ge.length,Se=!0}}else ne[0]!==i.BACK&&(ne[0]=i.BACK,Se=!0);Se&&i.drawBuffers(ne)}function ut(U){return x!==U?(i.useProgram(U),x=U,!0):!1}let lt={[wr]:i.FUNC_ADD,[jg]:i.FUNC_SUBTRACT,[Qg]:i.FUNC_REVERSE_SUBTRACT};lt[e0]=i.MIN,lt[t0]=i.MAX;let nt={[n0]:i.ZERO,[i0]:i.ONE,[s0]:i.SRC_COLOR,[Od]:i.SRC_ALPHA,[h0]:i.SRC_ALPHA_SATURATE,[l0]:i.DST_COLOR,[o0]:i.DST_ALPHA,[r0]:i.ONE_MINUS_SRC_COLOR,[Bd]:i.ONE_MINUS_SRC_ALPHA,[c0]:i.ONE_MINUS_DST_COLOR,[a0]:i.ONE_MINUS_DST_ALPHA,[u0]:i.CONSTANT_COLOR,[d0]:i.ONE_MINUS_CONSTANT_COLOR,[f0]:i.CONSTANT_ALPHA,[p0]:i.ONE_MINUS_CONSTANT_ALPHA};function qt(U,re,ne,Se,ge,be,Ge,Je,ce,ke){if(U===Mr){m===!0&&(He(i.BLEND),m=!1);return}if(m===!1&&(Me(i.BLEND),m=!0),U!==Kg){if(U!==g||ke!==I){if((_!==wr||C!==wr)&&(i.blendEquation(i.FUNC_ADD),_=wr,C=wr),ke)switch(U){case Ao:i.blendFuncSeparate(i.ONE,i.ONE_MINUS_SRC_ALPHA,i.ONE,i.ONE_MINUS_SRC_ALPHA);break;case Fd:i.blendFunc(i.ONE,i.ONE);break;case Ud:i.blendFuncSeparate(i.ZERO,i.ONE_MINUS_SRC_COLOR,i.ZERO,i.ONE);break;case kd:i.blendFuncSeparate(i.DST_COLOR,i.ONE_MINUS_SRC_ALPHA,i.ZERO,i.ONE);break;default:Qe("WebGLState: Invalid blending: ",U);break}else switch(U){case Ao:i.blendFuncSeparate(i.SRC_ALPHA,i.ONE_MINUS_SRC_ALPHA,i.ONE,i.ONE_MINUS_SRC_ALPHA);break;case Fd:i.blendFuncSeparate(i.SRC_ALPHA,i.ONE,i.ONE,i.ONE);break;case Ud:Qe("WebGLState: SubtractiveBlending requires material.premultipliedAlpha = true");break;case kd:Qe("WebGLState: MultiplyBlending requires material.premultipliedAlpha = true");break;default:Qe("WebGLState: Invalid blending: ",U);break}E=null,M=null,T=null,v=null,S.set(0,0,0),F=0,g=U,I=ke}return}ge=ge||re,be=be||ne,Ge=Ge||Se,(re!==_||ge!==C)&&(i.blendEquationSeparate(lt[re],lt[ge]),_=re,C=ge),(ne!==E||Se!==M||be!==T||Ge!==v)&&(i.blendFuncSeparate(nt[ne],nt[Se],nt[be],nt[Ge]),E=ne,M=Se,T=be,v=Ge),(Je.equals(S)===!1||ce!==F)&&(i.blendColor(Je.r,Je.g,Je.b,ce),S.copy(Je),F=ce),g=U,I=!1}function Bt(U,re){U.side===Vn?He(i.CULL_FACE):Me(i.CULL_FACE);let ne=U.side===Qn;re&&(ne=!ne),an(ne),U.blending===Ao&&U.transparent===!1?qt(Mr):qt(U.blending,U.blendEquation,U.blendSrc,U.blendDst,U.blendEquationAlpha,U.blendSrcAlpha,U.blendDstAlpha,U.blendColor,U.blendAlpha,U.premultipliedAlpha),o.setFunc(U.depthFunc),o.setTest(U.depthTest),o.setMask(U.depthWrite),r.setMask(U.colorWrite);let Se=U.stencilWrite;a.setTest(Se),Se&&(a.setMask(U.stencilWriteMask),a.setFunc(U.stencilFunc,U.stencilRef,U.stencilFuncMask),a.setOp(U.stencilFail,U.stencilZFail,U.stencilZPass)),_t(U.polygonOffset,U.polygonOffsetFactor,U.polygonOffsetUnits),U.alphaToCoverage===!0?Me(i.SAMPLE_ALPHA_TO_COVERAGE):He(i.SAMPLE_ALPHA_TO_COVERAGE)}function an(U){L!==U&&(U?i.frontFace(i.CW):i.frontFace(i.CCW),L=U)}function Lt(U){U!==Yg?(Me(i.CULL_FACE),U!==O&&(U===Dd?i.cullFace(i.BACK):U===Zg?i.cullFace(i.FRONT):i.cullFace(i.FRONT_AND_BACK))):He(i.CULL_FACE),O=U}function wn(U){U!==z&&(V&&i.lineWidth(U),z=U)}function _t(U,re,ne){U?(Me(i.POLYGON_OFFSET_FILL),(N!==re||H!==ne)&&(N=re,H=ne,o.getReversed()&&(re=-re,ne=-ne),i.polygonOffset(re,ne))):He(i.POLYGON_OFFSET_FILL)}function xn(U){U?Me(i.SCISSOR_TEST):He(i.SCISSOR_TEST)}function jt(U){U===void 0&&(U=i.TEXTURE0+X-1),Q!==U&&(i.activeTexture(U),Q=U)}function ln(U,re,ne){ne===void 0&&(Q===null?ne=i.TEXTURE0+X-1:ne=Q);let Se=se[ne];Se===void 0&&(Se={type:void 0,texture:void 0},se[ne]=Se),(Se.type!==U||Se.texture!==re)&&(Q!==ne&&(i.activeTexture(ne),Q=ne),i.bindTexture(U,re||Ee[U]),Se.type=U,Se.texture=re)}function k(){let U=se[Q];U!==void 0&&U.type!==void 0&&(i.bindTexture(U.type,null),U.type=void 0,U.texture=void 0)}function Re(){try{i.compressedTexImage2D(...arguments)}catch(U){Qe("WebGLState:",U)}}function $e(){try{i.compressedTexImage3D(...arguments)}catch(U){Qe("WebGLState:",U)}}function rt(){try{i.texSubImage2D(...arguments)}catch(U){Qe("WebGLState:",U)}}function we(){try{i.texSubImage3D(...arguments)}catch(U){Qe("WebGLState:",U)}}function Dt(){try{i.compressedTexSubImage2D(...arguments)}catch(U){Qe("WebGLState:",U)}}function ze(){try{i.compressedTexSubImage3D(...arguments)}catch(U){Qe("WebGLState:",U)}}function Xe(){try{i.texStorage2D(...arguments)}catch(U){Qe("WebGLState:",U)}}function R(){try{i.texStorage3D(...arguments)}catch(U){Qe("WebGLState:",U)}}function b(){try{i.texImage2D(...arguments)}catch(U){Qe("WebGLState:",U)}}function $(){try{i.texImage3D(...arguments)}catch(U){Qe("WebGLState:",U)}}function he(U){return u[U]!==void 0?u[U]:i.getParameter(U)}function oe(U,re){u[U]!==re&&(i.pixelStorei(U,re),u[U]=re)}function xe(U){ee.equals(U)===!1&&(i.scissor(U.x,U.y,U.z,U.w),ee.copy(U))}function ye(U){me.equals(U)===!1&&(i.viewport(U.x,U.y,U.z,U.w),me.copy(U))}function te(U,re){let ne=c.get(re);ne===void 0&&(ne=new WeakMap,c.set(re,ne));let Se=ne.get(U);Se===void 0&&(Se=i.getUniformBlockIndex(re,U.name),i.uniformBlockBinding(re,Se,Se),ne.set(U,Se))}function ie(U,re,ne){let ge=c.get(re).get(U);l[ge]!==ne&&(i.bindBufferBase(i.UNIFORM_BUFFER,ge,ne),l[ge]=ne)}function pe(){i.disable(i.BLEND),i.disable(i.CULL_FACE),i.disable(i.DEPTH_TEST),i.disable(i.POLYGON_OFFSET_FILL),i.disable(i.SCISSOR_TEST),i.disable(i.STENCIL_TEST),i.disable(i.SAMPLE_ALPHA_TO_COVERAGE),i.blendEquation(i.FUNC_ADD),i.blendFunc(i.ONE,i.ZERO),i.blendFuncSeparate(i.ONE,i.ZERO,i.ONE,i.ZERO),i.blendColor(0,0,0,0),i.colorMask(!0,!0,!0,!0),i.clearColor(0,0,0,0),i.depthMask(!0),i.depthFunc(i.LESS),o.setReversed(!1),i.clearDepth(1),i.stencilMask(4294967295),i.stencilFunc(i.ALWAYS,0,4294967295),i.stencilOp(i.KEEP,i.KEEP,i.KEEP),i.clearStencil(0),i.cullFace(i.BACK),i.frontFace(i.CCW),i.polygonOffset(0,0),i.activeTexture(i.TEXTURE0),i.bindFramebuffer(i.FRAMEBUFFER,null),i.bindFramebuffer(i.DRAW_FRAMEBUFFER,null),i.bindFramebuffer(i.READ_FRAMEBUFFER,null),i.useProgram(null),i.lineWidth(1),i.scissor(0,0,i.canvas.width,i.canvas.height),i.viewport(0,0,i.canvas.width,i.canvas.height),i.pixelStorei(i.PACK_ALIGNMENT,4),i.pixelStorei(i.UNPACK_ALIGNMENT,4),i.pixelStorei(i.UNPACK_FLIP_Y_WEBGL,!1),i.pixelStorei(i.UNPACK_PREMULTIPLY_ALPHA_WEBGL,!1),i.pixelStorei(i.UNPACK_COLORSPACE_CONVERSION_WEBGL,i.BROWSER_DEFAULT_WEBGL),i.pixelStorei(i.PACK_ROW_LENGTH,0),i.pixelStorei(i.PACK_SKIP_PIXELS,0),i.pixelStorei(i.PACK_SKIP_ROWS,0),i.pixelStorei(i.UNPACK_ROW_LENGTH,0),i.pixelStorei(i.UNPACK_IMAGE_HEIGHT,0),i.pixelStorei(i.UNPACK_SKIP_PIXELS,0),i.pixelStorei(i.UNPACK_SKIP_ROWS,0),i.pixelStorei(i.UNPACK_SKIP_IMAGES,0),h={},u={},Q=null,se={},d={},l={},f=new WeakMap,p=[],x=null,m=!1,g=null,_=null,E=null,M=null,C=null,T=null,v=null,S=new Ye(0,0,0),F=0,I=!1,L=null,O=null,z=null,N=null,H=null,ee.set(0,0,i.canvas.width,i.canvas.height),me.set(0,0,i.canvas.width,i.canvas.height),r.reset(),o.reset(),a.reset()}return{buffers:{color:r,depth:o,stencil:a},enable:Me,disable:He,bindFramebuffer:st,drawBuffers:Ve,useProgram:ut,setBlending:qt,setMaterial:Bt,setFlipSided:an,setCullFace:Lt,setLineWidth:wn,setPolygonOffset:_t,setScissorTest:xn,activeTexture:jt,bindTexture:ln,unbindTexture:k,compressedTexImage2D:Re,compressedTexImage3D:$e,texImage2D:b,texImage3D:$,pixelStorei:oe,getParameter:he,updateUBOMapping:te,uniformBlockBinding:ie,texStorage2D:Xe,texStorage3D:R,texSubImage2D:rt,texSubImage3D:we,compressedTexSubImage2D:Dt,compressedTexSubImage3D:ze,scissor:xe,viewport:ye,reset:pe}}function E1(i,e,t,n,s,r,o){let a=e.has("WEBGL_multisampled_render_to_texture")?e.get("WEBGL_multisampled_render_to_texture"):null,l=typeof navigator>"u"?!1:/OculusBrowser/g.test(navigator.userAgent),c=new et,h=new WeakMap,u=new Set,d,f=new WeakMap,p=new Set,x=new FinalizationRegistry(R=>p.delete(R)),m=!1;try{m=typeof OffscreenCanvas<"u"&&new OffscreenCanvas(1,1).getContext("2d")!==null}catch{}function g(R,b){return m?new OffscreenCanvas(R,b):da("canvas")}function _(R,b,$){let he=1,oe=Xe(R);if((oe.width>$||oe.height>$)&&(he=$/Math.max(oe.width,oe.height)),he<1)if(typeof HTMLImageElement<"u"&&R instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&R instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&R instanceof ImageBitmap||typeof VideoFrame<"u"&&R instanceof VideoFrame){let xe=Math.floor(he*oe.width),ye=Math.floor(he*oe.height);d===void 0&&(d=g(xe,ye));let te=b?g(xe,ye):d;return te.width=xe,te.height=ye,te.getContext("2d").drawImage(R,0,0,xe,ye),qe("WebGLRenderer: Texture has been resized from ("+oe.width+"x"+oe.height+") to ("+xe+"x"+ye+")."),te}else return"data"in R&&qe("WebGLRenderer: Image in DataTexture is too big ("+oe.width+"x"+oe.height+")."),R;return R}function E(R){return R.generateMipmaps}function M(R){i.generateMipmap(R)}function C(R){return R.isWebGLCubeRenderTarget?i.TEXTURE_CUBE_MAP:R.isWebGL3DRenderTarget?i.TEXTURE_3D:R.isWebGLArrayRenderTarget||R.isCompressedArrayTexture?i.TEXTURE_2D_ARRAY:i.TEXTURE_2D}function T(R,b,$,he,oe,xe=!1){if(R!==null){if(i[R]!==void 0)return i[R];qe("WebGLRenderer: Attempt to use non-existing WebGL internal format '"+R+"'")}let ye;he&&(ye=e.get("EXT_texture_norm16"),ye||qe("WebGLRenderer: Unable to use normalized textures without EXT_texture_norm16 extension"));let te=b;if(b===i.RED&&($===i.FLOAT&&(te=i.R32F),$===i.HALF_FLOAT&&(te=i.R16F),$===i.UNSIGNED_BYTE&&(te=i.R8),$===i.UNSIGNED_SHORT&&ye&&(te=ye.R16_EXT),$===i.SHORT&&ye&&(te=ye.R16_SNORM_EXT)),b===i.RED_INTEGER&&($===i.UNSIGNED_BYTE&&(te=i.R8UI),$===i.UNSIGNED_SHORT&&(te=i.R16UI),$===i.UNSIGNED_INT&&(te=i.R32UI),$===i.BYTE&&(te=i.R8I),$===i.SHORT&&(te=i.R16I),$===i.INT&&(te=i.R32I)),b===i.RG&&($===i.FLOAT&&(te=i.RG32F),$===i.HALF_FLOAT&&(te=i.RG16F),$===i.UNSIGNED_BYTE&&(te=i.RG8),$===i.UNSIGNED_SHORT&&ye&&(te=ye.RG16_EXT),$===i.SHORT&&ye&&(te=ye.RG16_SNORM_EXT)),b===i.RG_INTEGER&&($===i.UNSIGNED_BYTE&&(te=i.RG8UI),$===i.UNSIGNED_SHORT&&(te=i.RG16UI),$===i.UNSIGNED_INT&&(te=i.RG32UI),$===i.BYTE&&(te=i.RG8I),$===i.SHORT&&(te=i.RG16I),$===i.INT&&(te=i.RG32I)),b===i.RGB_INTEGER&&($===i.UNSIGNED_BYTE&&(te=i.RGB8UI),$===i.UNSIGNED_SHORT&&(te=i.RGB16UI),$===i.UNSIGNED_INT&&(te=i.RGB32UI),$===i.BYTE&&(te=i.RGB8I),$===i.SHORT&&(te=i.RGB16I),$===i.INT&&(te=i.RGB32I)),b===i.RGBA_INTEGER&&($===i.UNSIGNED_BYTE&&(te=i.RGBA8UI),$===i.UNSIGNED_SHORT&&(te=i.RGBA16UI),$===i.UNSIGNED_INT&&(te=i.RGBA32UI),$===i.BYTE&&(te=i.RGBA8I),$===i.SHORT&&(te=i.RGBA16I),$===i.INT&&(te=i.RGBA32I)),b===i.RGB&&($===i.UNSIGNED_SHORT&&ye&&(te=ye.RGB16_EXT),$===i.SHORT&&ye&&(te=ye.RGB16_SNORM_EXT),$===i.UNSIGNED_INT_5_9_9_9_REV&&(te=i.RGB9_E5),$===i.UNSIGNED_INT_10F_11F_11F_REV&&(te=i.R11F_G11F_B10F)),b===i.RGBA){let ie=xe?ua:mt.getTransfer(oe);$===i.FLOAT&&(te=i.RGBA32F),$===i.HALF_FLOAT&&(te=i.RGBA16F),$===i.UNSIGNED_BYTE&&(te=ie===Ct?i.SRGB8_ALPHA8:i.RGBA8),$===i.UNSIGNED_SHORT&&ye&&(te=ye.RGBA16_EXT),$===i.SHORT&&ye&&(te=ye.RGBA16_SNORM_EXT),$===i.UNSIGNED_SHORT_4_4_4_4&&(te=i.RGBA4),$===i.UNSIGNED_SHORT_5_5_5_1&&(te=i.RGB5_A1)}return(te===i.R16F||te===i.R32F||te===i.RG16F||te===i.RG32F||te===i.RGBA16F||te===i.RGBA32F)&&e.get("EXT_color_buffer_float"),te}function v(R,b){let $;return R?b===null||b===ki||b===Ar?$=i.DEPTH24_STENCIL8:b===wi?$=i.DEPTH32F_STENCIL8:b===Eo&&($=i.DEPTH24_STENCIL8,qe("DepthTexture: 16 bit depth attachment is not supported with stencil. Using 24-bit attachment.")):b===null||b===ki||b===Ar?$=i.DEPTH_COMPONENT24:b===wi?$=i.DEPTH_COMPONENT32F:b===Eo&&($=i.DEPTH_COMPONENT16),$}function S(R,b){return E(R)===!0||R.isFramebufferTexture&&R.minFilter!==Ln&&R.minFilter!==jn?Math.log2(Math.max(b.width,b.height))+1:R.mipmaps.length>0?R.mipmaps.length:R.isCompressedTexture&&Array.isArray(R.image)?b.mipmaps.length:1}function F(R){let b=new WeakRef(R);n.get(R).__ref=b,p.add(b),x.register(R,b,b)}function I(R){let b=n.get(R).__ref;b!==void 0&&(p.delete(b),x.unregister(b))}function L(R){z(R.target)}function O(R){N(R.target)}function z(R){R.removeEventListener("dispose",L),I(R),X(R),R.isVideoTexture&&h.delete(R),R.isHTMLTexture&&u.delete(R)}function N(R){R.removeEventListener("dispose",O),I(R),le(R)}function H(){for(let R of p){let b=R.deref();b!==void 0&&(b.isRenderTarget===!0?N(b):z(b))}p.clear(),u.clear()}function X(R){let b=n.get(R);if(b.__webglInit===void 0)return;let $=R.source,he=f.get($);if(he){let oe=he[b.__cacheKey];oe.usedTimes--,oe.usedTimes===0&&V(R),Object.keys(he).length===0&&f.delete($)}n.remove(R)}function V(R){let b=n.get(R);i.deleteTexture(b.__webglTexture);let $=R.source,he=f.get($);delete he[b.__cacheKey],o.memory.textures--}function le(R){let b=n.get(R);b.__depthDisposeCallback&&b.__depthDisposeCallback();let $=R.depthTexture;if($&&$.renderTarget===R&&z($),R.isWebGLCubeRenderTarget)for(let oe=0;oe<6;oe++){if(Array.isArray(b.__webglFramebuffer[oe]))for(let xe=0;xe<b.__webglFramebuffer[oe].length;xe++)i.deleteFramebuffer(b.__webglFramebuffer[oe][xe]);else i.deleteFramebuffer(b.__webglFramebuffer[oe]);b.__webglDepthbuffer&&i.deleteRenderbuffer(b.__webglDepthbuffer[oe])}else{if(Array.isArray(b.__webglFramebuffer))for(let oe=0;oe<b.__webglFramebuffer.length;oe++)i.deleteFramebuffer(b.__webglFramebuffer[oe]);else i.deleteFramebuffer(b.__webglFramebuffer);if(b.__webglDepthbuffer&&i.deleteRenderbuffer(b.__webglDepthbuffer),b.__webglMultisampledFramebuffer&&i.deleteFramebuffer(b.__webglMultisampledFramebuffer),b.__webglColorRenderbuffer)for(let oe=0;oe<b.__webglColorRenderbuffer.length;oe++)b.__webglColorRenderbuffer[oe]&&i.deleteRenderbuffer(b.__webglColorRenderbuffer[oe]);b.__webglDepthRenderbuffer&&i.deleteRenderbuffer(b.__webglDepthRenderbuffer)}let he=R.textures;for(let oe=0,xe=he.length;oe<xe;oe++){let ye=n.get(he[oe]);ye.__webglTexture&&(i.deleteTexture(ye.__webglTexture),o.memory.textures--),n.remove(he[oe])}n.remove(R)}let Z=0;function Q(){Z=0}function se(){return Z}function de(R){Z=R}function ue(){let R=Z;return R>=s.maxTextures&&qe("WebGLTextures: Trying to use "+(R+1)+" texture units while this GPU supports only "+s.maxTextures),Z+=1,R}function ee(R){let b=[];return b.push(R.wrapS),b.push(R.wrapT),b.push(R.wrapR||0),b.push(R.magFilter),b.push(R.minFilter),b.push(R.anisotropy),b.push(R.internalFormat),b.push(R.format),b.push(R.type),b.push(R.generateMipmaps),b.push(R.mipmapsAutoUpdate),b.push(R.premultiplyAlpha),b.push(R.flipY),b.push(R.unpackAlignment),b.push(R.colorSpace),b.join()}function me(R,b){let $=n.get(R);if(R.isVideoTexture&&Dt(R),R.isRenderTargetTexture===!1&&R.isExternalTexture!==!0&&R.version>0&&$.__version!==R.version){let he=R.image;if(he===null)qe("WebGLRenderer: Texture marked for update but no image data found.");else if(he.complete===!1)qe("WebGLRenderer: Texture marked for update but image is incomplete");else{Bt($,R,b);return}}else R.isExternalTexture&&($.__webglTexture=R.sourceTexture?R.sourceTexture:null);t.bindTexture(i.TEXTURE_2D,$.__webglTexture,i.TEXTURE0+b)}function ve(R,b){let $=n.get(R);if(R.isRenderTargetTexture===!1&&R.version>0&&$.__version!==R.version){Bt($,R,b);return}else R.isExternalTexture&&($.__webglTexture=R.sourceTexture?R.sourceTexture:null);t.bindTexture(i.TEXTURE_2D_ARRAY,$.__webglTexture,i.TEXTURE0+b)}function Ee(R,b){let $=n.get(R);if(R.isRenderTargetTexture===!1&&R.version>0&&$.__version!==R.version){Bt($,R,b);return}t.bindTexture(i.TEXTURE_3D,$.__webglTexture,i.TEXTURE0+b)}function Me(R,b){let $=n.get(R);if(R.version>0&&$.__version!==R.version){an($,R,b);return}t.bindTexture(i.TEXTURE_CUBE_MAP,$.__webglTexture,i.TEXTURE0+b)}let He={[yc]:i.REPEAT,[ji]:i.CLAMP_TO_EDGE,[_c]:i.MIRRORED_REPEAT},st={[Ln]:i.NEAREST,[x0]:i.NEAREST_MIPMAP_NEAREST,[La]:i.NEAREST_MIPMAP_LINEAR,[jn]:i.LINEAR,[Yc]:i.LINEAR_MIPMAP_NEAREST,[As]:i.LINEAR_MIPMAP_LINEAR},Ve={[b0]:i.NEVER,[nf]:i.ALWAYS,[M0]:i.LESS,[ef]:i.LEQUAL,[w0]:i.EQUAL,[tf]:i.GEQUAL,[S0]:i.GREATER,[A0]:i.NOTEQUAL};function ut(R,b){if(b.type===wi&&e.has("OES_texture_float_linear")===!1&&(b.magFilter===jn||b.magFilter===Yc||b.magFilter===La||b.magFilter===As||b.minFilter===jn||b.minFilter===Yc||b.minFilter===La||b.minFilter===As)&&qe("WebGLRenderer: Unable to use linear filtering with floating point textures. OES_texture_float_linear not supported on this device."),i.texParameteri(R,i.TEXTURE_WRAP_S,He[b.wrapS]),i.texParameteri(R,i.TEXTURE_WRAP_T,He[b.wrapT]),(R===i.TEXTURE_3D||R===i.TEXTURE_2D_ARRAY)&&i.texParameteri(R,i.TEXTURE_WRAP_R,He[b.wrapR]),i.texParameteri(R,i.TEXTURE_MAG_FILTER,st[b.magFilter]),i.texParameteri(R,i.TEXTURE_MIN_FILTER,st[b.minFilter]),b.compareFunction&&(i.texParameteri(R,i.TEXTURE_COMPARE_MODE,i.COMPARE_REF_TO_TEXTURE),i.texParameteri(R,i.TEXTURE_COMPARE_FUNC,Ve[b.compareFunction])),e.has("EXT_texture_filter_anisotropic")===!0){if(b.magFilter===Ln||b.minFilter!==La&&b.minFilter!==As||b.type===wi&&e.has("OES_texture_float_linear")===!1)return;if(b.anisotropy>1||n.get(b).__currentAnisotropy){let $=e.get("EXT_texture_filter_anisotropic");i.texParameterf(R,$.TEXTURE_MAX_ANISOTROPY_EXT,Math.min(b.anisotropy,s.getMaxAnisotropy())),n.get(b).__currentAnisotropy=b.anisotropy}}}function lt(R,b){let $=!1;R.__webglInit===void 0&&(R.__webglInit=!0,b.addEventListener("dispose",L),F(b));let he=b.source,oe=f.get(he);oe===void 0&&(oe={},f.set(he,oe));let xe=ee(b);if(xe!==R.__cacheKey){oe[xe]===void 0&&(oe[xe]={texture:i.createTexture(),usedTimes:0},o.memory.textures++,$=!0),oe[xe].usedTimes++;let ye=oe[R.__cacheKey];ye!==void 0&&(oe[R.__cacheKey].usedTimes--,ye.usedTimes===0&&V(b)),R.__cacheKey=xe,R.__webglTexture=oe[xe].texture}return $}function nt(R,b,$){return Math.floor(Math.floor(R/$)/b)}function qt(R,b,$,he){let xe=R.updateRanges;if(xe.length===0)t.texSubImage2D(i.TEXTURE_2D,0,0,0,b.width,b.height,$,he,b.data);else{xe.sort((U,re)=>U.start-re.start);let ye=0;for(let U=1;U<xe.length;U++){let re=xe[ye],ne=xe[U],Se=re.start+re.count,ge=nt(ne.start,b.width,4),be=nt(re.start,b.width,4);ne.start<=Se+1&&ge===be&&nt(ne.start+ne.count-1,b.width,4)===ge?re.count=Math.max(re.count,ne.start+ne.count-re.start):(++ye,xe[ye]=ne)}xe.length=ye+1;let te=t.getParameter(i.UNPACK_ROW_LENGTH),ie=t.getParameter(i.UNPACK_SKIP_PIXELS),pe=t.getParameter(i.UNPACK_SKIP_ROWS);t.pixelStorei(i.UNPACK_ROW_LENGTH,b.width);for(let U=0,re=xe.length;U<re;U++){let ne=xe[U],Se=Math.floor(ne.start/4),ge=Math.ceil(ne.count/4),be=Se%b.width,Ge=Math.floor(Se/b.width),Je=ge,ce=1;t.pixelStorei(i.UNPACK_SKIP_PIXELS,be),t.pixelStorei(i.UNPACK_SKIP_ROWS,Ge),t.texSubImage2D(i.TEXTURE_2D,0,be,Ge,Je,ce,$,he,b.data)}R.clearUpdateRanges(),t.pixelStorei(i.UNPACK_ROW_LENGTH,te),t.pixelStorei(i.UNPACK_SKIP_PIXELS,ie),t.pixelStorei(i.UNPACK_SKIP_ROWS,pe)}}function Bt(R,b,$){let he=i.TEXTURE_2D;(b.isDataArrayTexture||b.isCompressedArrayTexture)&&(he=i.TEXTURE_2D_ARRAY),b.isData3DTexture&&(he=i.TEXTURE_3D);let oe=lt(R,b),xe=b.source;t.bindTexture(he,R.__webglTexture,i.TEXTURE0+$);let ye=n.get(xe);if(xe.version!==ye.__version||oe===!0){if(t.activeTexture(i.TEXTURE0+$),(typeof ImageBitmap<"u"&&b.image instanceof ImageBitmap)===!1){let ce=mt.getPrimaries(mt.workingColorSpace),ke=b.colorSpace===Es?null:mt.getPrimaries(b.colorSpace),Ke=b.colorSpace===Es||ce===ke?i.NONE:i.BROWSER_DEFAULT_WEBGL;t.pixelStorei(i.UNPACK_FLIP_Y_WEBGL,b.flipY),t.pixelStorei(i.UNPACK_PREMULTIPLY_ALPHA_WEBGL,b.premultiplyAlpha),t.pixelStorei(i.UNPACK_COLORSPACE_CONVERSION_WEBGL,Ke)}t.pixelStorei(i.UNPACK_ALIGNMENT,b.unpackAlignment);let ie=_(b.image,!1,s.maxTextureSize);ie=ze(b,ie);let pe=r.convert(b.format,b.colorSpace),U=r.convert(b.type),re=T(b.internalFormat,pe,U,b.normalized,b.colorSpace,b.isVideoTexture);ut(he,b);let ne,Se=b.mipmaps,ge=b.isVideoTexture!==!0,be=ye.__version===void 0||oe===!0,Ge=xe.dataReady,Je=S(b,ie);if(b.isDepthTexture)re=v(b.format===Ts,b.type),be&&(ge?t.texStorage2D(i.TEXTURE_2D,1,re,ie.width,ie.height):t.texImage2D(i.TEXTURE_2D,0,re,ie.width,ie.height,0,pe,U,null));else if(b.isDataTexture)if(Se.length>0){ge&&be&&t.texStorage2D(i.TEXTURE_2D,Je,re,Se[0].width,Se[0].height);for(let ce=0,ke=Se.length;ce<ke;ce++)ne=Se[ce],ge?Ge&&t.texSubImage2D(i.TEXTURE_2D,ce,0,0,ne.width,ne.height,pe,U,ne.data):t.texImage2D(i.TEXTURE_2D,ce,re,ne.width,ne.height,0,pe,U,ne.data);b.generateMipmaps=!1}else ge?(be&&t.texStorage2D(i.TEXTURE_2D,Je,re,ie.width,ie.height),Ge&&qt(b,ie,pe,U)):t.texImage2D(i.TEXTURE_2D,0,re,ie.width,ie.height,0,pe,U,ie.data);else if(b.isCompressedTexture)if(b.isCompressedArrayTexture){ge&&be&&t.texStorage3D(i.TEXTURE_2D_ARRAY,Je,re,Se[0].width,Se[0].height,ie.depth);for(let ce=0,ke=Se.length;ce<ke;ce++)if(ne=Se[ce],b.format!==Bi)if(pe!==null)if(ge){if(Ge)if(b.layerUpdates.size>0){let Ke=hf(ne.width,ne.height,b.format,b.type);for(let Ce of b.layerUpdates){let at=ne.data.subarray(Ce*Ke/ne.data.BYTES_PER_ELEMENT,(Ce+1)*Ke/ne.data.BYTES_PER_ELEMENT);t.compressedTexSubImage3D(i.TEXTURE_2D_ARRAY,ce,0,0,Ce,ne.width,ne.height,1,pe,at)}}else t.compressedTexSubImage3D(i.TEXTURE_2D_ARRAY,ce,0,0,0,ne.width,ne.height,ie.depth,pe,ne.data)}else t.compressedTexImage3D(i.TEXTURE_2D_ARRAY,ce,re,ne.width,ne.height,ie.depth,0,ne.data,0,0);else qe("WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()");else ge?Ge&&t.texSubImage3D(i.TEXTURE_2D_ARRAY,ce,0,0,0,ne.width,ne.height,ie.depth,pe,U,ne.data):t.texImage3D(i.TEXTURE_2D_ARRAY,ce,re,ne.width,ne.height,ie.depth,0,pe,U,ne.data);b.layerUpdates.size>0&&b.clearLayerUpdates()}else{ge&&be&&t.texStorage2D(i.TEXTURE_2D,Je,re,Se[0].width,Se[0].height);for(let ce=0,ke=Se.length;ce<ke;ce++)ne=Se[ce],b.format!==Bi?pe!==null?ge?Ge&&t.compressedTexSubImage2D(i.TEXTURE_2D,ce,0,0,ne.width,ne.height,pe,ne.data):t.compressedTexImage2D(i.TEXTURE_2D,ce,re,ne.width,ne.height,0,ne.data):qe("WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()"):ge?Ge&&t.texSubImage2D(i.TEXTURE_2D,ce,0,0,ne.width,ne.height,pe,U,ne.data):t.texImage2D(i.TEXTURE_2D,ce,re,ne.width,ne.height,0,pe,U,ne.data)}else if(b.isDataArrayTexture)if(ge){if(be&&t.texStorage3D(i.TEXTURE_2D_ARRAY,Je,re,ie.width,ie.height,ie.depth),Ge)if(b.layerUpdates.size>0){let ce=hf(ie.width,ie.height,b.format,b.type);for(let ke of b.layerUpdates){let Ke=ie.data.subarray(ke*ce/ie.data.BYTES_PER_ELEMENT,(ke+1)*ce/ie.data.BYTES_PER_ELEMENT);t.texSubImage3D(i.TEXTURE_2D_ARRAY,0,0,0,ke,ie.width,ie.height,1,pe,U,Ke)}b.clearLayerUpdates()}else t.texSubImage3D(i.TEXTURE_2D_ARRAY,0,0,0,0,ie.width,ie.height,ie.depth,pe,U,ie.data)}else t.texImage3D(i.TEXTURE_2D_ARRAY,0,re,ie.width,ie.height,ie.depth,0,pe,U,ie.data);else if(b.isData3DTexture)ge?(be&&t.texStorage3D(i.TEXTURE_3D,Je,re,ie.width,ie.height,ie.depth),Ge&&t.texSubImage3D(i.TEXTURE_3D,0,0,0,0,ie.width,ie.height,ie.depth,pe,U,ie.data)):t.texImage3D(i.TEXTURE_3D,0,re,ie.width,ie.height,ie.depth,0,pe,U,ie.data);else if(b.isFramebufferTexture){if(be)if(ge)t.texStorage2D(i.TEXTURE_2D,Je,re,ie.width,ie.height);else{let ce=ie.width,ke=ie.height;for(let Ke=0;Ke<Je;Ke++)t.texImage2D(i.TEXTURE_2D,Ke,re,ce,ke,0,pe,U,null),ce>>=1,ke>>=1}}else if(b.isHTMLTexture){if("texElementImage2D"in i){let ce=i.canvas;if(ce.hasAttribute("layoutsubtree")||ce.setAttribute("layoutsubtree","true"),ie.parentNode!==ce){ce.appendChild(ie),u.add(b),ce.onpaint=ke=>{let Ke=ke.changedElements;for(let Ce of u)Ke.includes(Ce.image)&&(Ce.needsUpdate=!0)},ce.requestPaint();return}if(i.texElementImage2D.length===3)i.texElementImage2D(i.TEXTURE_2D,i.RGBA8,ie);else{let Ke=i.RGBA,Ce=i.RGBA,at=i.UNSIGNED_BYTE;i.texElementImage2D(i.TEXTURE_2D,0,Ke,Ce,at,ie)}i.texParameteri(i.TEXTURE_2D,i.TEXTURE_MIN_FILTER,i.LINEAR),i.texParameteri(i.TEXTURE_2D,i.TEXTURE_WRAP_S,i.CLAMP_TO_EDGE),i.texParameteri(i.TEXTURE_2D,i.TEXTURE_WRAP_T,i.CLAMP_TO_EDGE)}}else if(Se.length>0){if(ge&&be){let ce=Xe(Se[0]);t.texStorage2D(i.TEXTURE_2D,Je,re,ce.width,ce.height)}for(let ce=0,ke=Se.length;ce<ke;ce++)ne=Se[ce],ge?Ge&&t.texSubImage2D(i.TEXTURE_2D,ce,0,0,pe,U,ne):t.texImage2D(i.TEXTURE_2D,ce,re,pe,U,ne);b.generateMipmaps=!1}else if(ge){if(be){let ce=Xe(ie);t.texStorage2D(i.TEXTURE_2D,Je,re,ce.width,ce.height)}Ge&&t.texSubImage2D(i.TEXTURE_2D,0,0,0,pe,U,ie)}else t.texImage2D(i.TEXTURE_2D,0,re,pe,U,ie);E(b)&&b.mipmapsAutoUpdate===!0&&M(he),ye.__version=xe.version,b.onUpdate&&b.onUpdate(b)}R.__version=b.version}function an(R,b,$){if(b.image.length!==6)return;let he=lt(R,b),oe=b.source;t.bindTexture(i.TEXTURE_CUBE_MAP,R.__webglTexture,i.TEXTURE0+$);let xe=n.get(oe);if(oe.version!==xe.__version||he===!0){t.activeTexture(i.TEXTURE0+$);let ye=mt.getPrimaries(mt.workingColorSpace),te=b.colorSpace===Es?null:mt.getPrimaries(b.colorSpace),ie=b.colorSpace===Es||ye===te?i.NONE:i.BROWSER_DEFAULT_WEBGL;t.pixelStorei(i.UNPACK_FLIP_Y_WEBGL,b.flipY),t.pixelStorei(i.UNPACK_PREMULTIPLY_ALPHA_WEBGL,b.premultiplyAlpha),t.pixelStorei(i.UNPACK_ALIGNMENT,b.unpackAlignment),t.pixelStorei(i.UNPACK_COLORSPACE_CONVERSION_WEBGL,ie);let pe=b.isCompressedTexture||b.image[0].isCompressedTexture,U=b.image[0]&&b.image[0].isDataTexture,re=[];for(let Ce=0;Ce<6;Ce++)!pe&&!U?re[Ce]=_(b.image[Ce],!0,s.maxCubemapSize):re[Ce]=U?b.image[Ce].image:b.image[Ce],re[Ce]=ze(b,re[Ce]);let ne=re[0],Se=r.convert(b.format,b.colorSpace),ge=r.convert(b.type),be=T(b.internalFormat,Se,ge,b.normalized,b.colorSpace),Ge=b.isVideoTexture!==!0,Je=xe.__version===void 0||he===!0,ce=oe.dataReady,ke=S(b,ne);ut(i.TEXTURE_CUBE_MAP,b);let Ke;if(b.isDepthTexture){if(be=v(b.format===Ts,b.type),Je)if(Ge)t.texStorage2D(i.TEXTURE_CUBE_MAP,1,be,ne.width,ne.height);else for(let Ce=0;Ce<6;Ce++)t.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ce,0,be,ne.width,ne.height,0,Se,ge,null)}else if(pe){Ge&&Je&&t.texStorage2D(i.TEXTURE_CUBE_MAP,ke,be,ne.width,ne.height);for(let Ce=0;Ce<6;Ce++){Ke=re[Ce].mipmaps;for(let at=0;at<Ke.length;at++){let zt=Ke[at];b.format!==Bi?Se!==null?Ge?ce&&t.compressedTexSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ce,at,0,0,zt.width,zt.height,Se,zt.data):t.compressedTexImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ce,at,be,zt.width,zt.height,0,zt.data):qe("WebGLRenderer: Attempt to load unsupported compressed texture format in .setTextureCube()"):Ge?ce&&t.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ce,at,0,0,zt.width,zt.height,Se,ge,zt.data):t.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ce,at,be,zt.width,zt.height,0,Se,ge,zt.data)}}}else{if(Ke=b.mipmaps,Ge&&Je){Ke.length>0&&ke++;let Ce=Xe(re[0]);t.texStorage2D(i.TEXTURE_CUBE_MAP,ke,be,Ce.width,Ce.height)}for(let Ce=0;Ce<6;Ce++)if(U){Ge?ce&&t.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ce,0,0,0,re[Ce].width,re[Ce].height,Se,ge,re[Ce].data):t.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ce,0,be,re[Ce].width,re[Ce].height,0,Se,ge,re[Ce].data);for(let at=0;at<Ke.length;at++){let Hn=Ke[at].image[Ce].image;Ge?ce&&t.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ce,at+1,0,0,Hn.width,Hn.height,Se,ge,Hn.data):t.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ce,at+1,be,Hn.width,Hn.height,0,Se,ge,Hn.data)}}else{Ge?ce&&t.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ce,0,0,0,Se,ge,re[Ce]):t.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ce,0,be,Se,ge,re[Ce]);for(let at=0;at<Ke.length;at++){let zt=Ke[at];Ge?ce&&t.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ce,at+1,0,0,Se,ge,zt.image[Ce]):t.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ce,at+1,be,Se,ge,zt.image[Ce])}}}E(b)&&b.mipmapsAutoUpdate===!0&&M(i.TEXTURE_CUBE_MAP),xe.__version=oe.version,b.onUpdate&&b.onUpdate(b)}R.__version=b.version}function Lt(R,b,$,he,oe,xe){let ye=r.convert($.format,$.colorSpace),te=r.convert($.type),ie=T($.internalFormat,ye,te,$.normalized,$.colorSpace),pe=n.get(b),U=n.get($);if(U.__renderTarget=b,!pe.__hasExternalTextures){let re=Math.max(1,b.width>>xe),ne=Math.max(1,b.height>>xe);oe===i.TEXTURE_3D||oe===i.TEXTURE_2D_ARRAY?t.texImage3D(oe,xe,ie,re,ne,b.depth,0,ye,te,null):t.texImage2D(oe,xe,ie,re,ne,0,ye,te,null)}t.bindFramebuffer(i.FRAMEBUFFER,R),we(b)?a.framebufferTexture2DMultisampleEXT(i.FRAMEBUFFER,he,oe,U.__webglTexture,0,rt(b)):(oe===i.TEXTURE_2D||oe>=i.TEXTURE_CUBE_MAP_POSITIVE_X&&oe<=i.TEXTURE_CUBE_MAP_NEGATIVE_Z)&&i.framebufferTexture2D(i.FRAMEBUFFER,he,oe,U.__webglTexture,xe),t.bindFramebuffer(i.FRAMEBUFFER,null)}function wn(R,b,$){if(i.bindRenderbuffer(i.RENDERBUFFER,R),b.depthBuffer){let he=b.depthTexture,oe=he&&he.isDepthTexture?he.type:null,xe=v(b.stencilBuffer,oe),ye=b.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT;we(b)?a.renderbufferStorageMultisampleEXT(i.RENDERBUFFER,rt(b),xe,b.width,b.height):$?i.renderbufferStorageMultisample(i.RENDERBUFFER,rt(b),xe,b.width,b.height):i.renderbufferStorage(i.RENDERBUFFER,xe,b.width,b.height),i.framebufferRenderbuffer(i.FRAMEBUFFER,ye,i.RENDERBUFFER,R)}else{let he=b.textures;for(let oe=0;oe<he.length;oe++){let xe=he[oe],ye=r.convert(xe.format,xe.colorSpace),te=r.convert(xe.type),ie=T(xe.internalFormat,ye,te,xe.normalized,xe.colorSpace);we(b)?a.renderbufferStorageMultisampleEXT(i.RENDERBUFFER,rt(b),ie,b.width,b.height):$?i.renderbufferStorageMultisample(i.RENDERBUFFER,rt(b),ie,b.width,b.height):i.renderbufferStorage(i.RENDERBUFFER,ie,b.width,b.height)}}i.bindRenderbuffer(i.RENDERBUFFER,null)}function _t(R,b,$){let he=b.isWebGLCubeRenderTarget===!0;if(t.bindFramebuffer(i.FRAMEBUFFER,R),!(b.depthTexture&&b.depthTexture.isDepthTexture))throw new Error("THREE.WebGLTextures: renderTarget.depthTexture must be an instance of THREE.DepthTexture.");let oe=n.get(b.depthTexture);oe.__renderTarget=b;let xe=he?b.depthTexture.image[0]:b.depthTexture.image;(!oe.__webglTexture||xe.width!==b.width||xe.height!==b.height)&&(xe.width=b.width,xe.height=b.height,b.depthTexture.needsUpdate=!0),he?Me(b.depthTexture,0):me(b.depthTexture,0);let ye=oe.__webglTexture,te=rt(b),ie=he?i.TEXTURE_CUBE_MAP_POSITIVE_X+$:i.TEXTURE_2D,pe=b.depthTexture.format===Ts?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT;if(b.depthTexture.format===vs)we(b)?a.framebufferTexture2DMultisampleEXT(i.FRAMEBUFFER,pe,ie,ye,0,te):i.framebufferTexture2D(i.FRAMEBUFFER,pe,ie,ye,0);else if(b.depthTexture.format===Ts)we(b)?a.framebufferTexture2DMultisampleEXT(i.FRAMEBUFFER,pe,ie,ye,0,te):i.framebufferTexture2D(i.FRAMEBUFFER,pe,ie,ye,0);else throw new Error("THREE.WebGLTextures: Unknown depthTexture format.")}function xn(R){let b=n.get(R),$=R.isWebGLCubeRenderTarget===!0;if(b.__boundDepthTexture!==R.depthTexture){let he=R.depthTexture;if(b.__depthDisposeCallback&&b.__depthDisposeCallback(),he){let oe=()=>{delete b.__boundDepthTexture,delete b.__depthDisposeCallback,he.removeEventListener("dispose",oe)};he.addEventListener("dispose",oe),b.__depthDisposeCallback=oe}b.__boundDepthTexture=he}if(R.depthTexture&&!b.__autoAllocateDepthBuffer)if($)for(let he=0;he<6;he++)_t(b.__webglFramebuffer[he],R,he);else R.texture.mipmaps.length>0?_t(b.__webglFramebuffer[0],R,0):_t(b.__webglFramebuffer,R,0);else if($){b.__webglDepthbuffer=[];for(let he=0;he<6;he++)if(t.bindFramebuffer(i.FRAMEBUFFER,b.__webglFramebuffer[he]),b.__webglDepthbuffer[he]===void 0)b.__webglDepthbuffer[he]=i.createRenderbuffer(),wn(b.__webglDepthbuffer[he],R,!1);else{let oe=R.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,xe=b.__webglDepthbuffer[he];i.bindRenderbuffer(i.RENDERBUFFER,xe),i.framebufferRenderbuffer(i.FRAMEBUFFER,oe,i.RENDERBUFFER,xe)}}else if(R.texture.mipmaps.length>0?t.bindFramebuffer(i.FRAMEBUFFER,b.__webglFramebuffer[0]):t.bindFramebuffer(i.FRAMEBUFFER,b.__webglFramebuffer),b.__webglDepthbuffer===void 0)b.__webglDepthbuffer=i.createRenderbuffer(),wn(b.__webglDepthbuffer,R,!1);else{let oe=R.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,xe=b.__webglDepthbuffer;i.bindRenderbuffer(i.RENDERBUFFER,xe),i.framebufferRenderbuffer(i.FRAMEBUFFER,oe,i.RENDERBUFFER,xe)}t.bindFramebuffer(i.FRAMEBUFFER,null)}function jt(R,b,$){let he=n.get(R);b!==void 0&&Lt(he.__webglFramebuffer,R,R.texture,i.COLOR_ATTACHMENT0,i.TEXTURE_2D,0),$!==void 0&&xn(R)}function ln(R){let b=R.texture,$=n.get(R),he=n.get(b);R.addEventListener("dispose",O),F(R);let oe=R.textures,xe=R.isWebGLCubeRenderTarget===!0,ye=oe.length>1;if(ye||(he.__webglTexture===void 0&&(he.__webglTexture=i.createTexture()),he.__version=b.version,o.memory.textures++),xe){$.__webglFramebuffer=[];for(let te=0;te<6;te++)if(b.mipmaps.length>0){$.__webglFramebuffer[te]=[];for(let ie=0;ie<b.mipmaps.length;ie++)$.__webglFramebuffer[te][ie]=i.createFramebuffer()}else $.__webglFramebuffer[te]=i.createFramebuffer()}else{if(b.mipmaps.length>0){$.__webglFramebuffer=[];for(let te=0;te<b.mipmaps.length;te++)$.__webglFramebuffer[te]=i.createFramebuffer()}else $.__webglFramebuffer=i.createFramebuffer();if(ye)for(let te=0,ie=oe.length;te<ie;te++){let pe=n.get(oe[te]);pe.__webglTexture===void 0&&(pe.__webglTexture=i.createTexture(),o.memory.textures++)}if(R.samples>0&&we(R)===!1){$.__webglMultisampledFramebuffer=i.createFramebuffer(),$.__webglColorRenderbuffer=[],t.bindFramebuffer(i.FRAMEBUFFER,$.__webglMultisampledFramebuffer);for(let te=0;te<oe.length;te++){let ie=oe[te];$.__webglColorRenderbuffer[te]=i.createRenderbuffer(),i.bindRenderbuffer(i.RENDERBUFFER,$.__webglColorRenderbuffer[te]);let pe=r.convert(ie.format,ie.colorSpace),U=r.convert(ie.type),re=T(ie.internalFormat,pe,U,ie.normalized,ie.colorSpace,R.isXRRenderTarget===!0),ne=rt(R);i.renderbufferStorageMultisample(i.RENDERBUFFER,ne,re,R.width,R.height),i.framebufferRenderbuffer(i.FRAMEBUFFER,i.COLOR_ATTACHMENT0+te,i.RENDERBUFFER,$.__webglColorRenderbuffer[te])}i.bindRenderbuffer(i.RENDERBUFFER,null),R.depthBuffer&&($.__webglDepthRenderbuffer=i.createRenderbuffer(),wn($.__webglDepthRenderbuffer,R,!0)),t.bindFramebuffer(i.FRAMEBUFFER,null)}}if(xe){t.bindTexture(i.TEXTURE_CUBE_MAP,he.__webglTexture),ut(i.TEXTURE_CUBE_MAP,b);for(let te=0;te<6;te++)if(b.mipmaps.length>0)for(let ie=0;ie<b.mipmaps.length;ie++)Lt($.__webglFramebuffer[te][ie],R,b,i.COLOR_ATTACHMENT0,i.TEXTURE_CUBE_MAP_POSITIVE_X+te,ie);else Lt($.__webglFramebuffer[te],R,b,i.COLOR_ATTACHMENT0,i.TEXTURE_CUBE_MAP_POSITIVE_X+te,0);E(b)?M(i.TEXTURE_CUBE_MAP):b.mipmaps.length>0&&i.texParameteri(i.TEXTURE_CUBE_MAP,i.TEXTURE_MAX_LEVEL,b.mipmaps.length-1),t.unbindTexture()}else if(ye){for(let te=0,ie=oe.length;te<ie;te++){let pe=oe[te],U=n.get(pe),re=i.TEXTURE_2D;(R.isWebGL3DRenderTarget||R.isWebGLArrayRenderTarget)&&(re=R.isWebGL3DRenderTarget?i.TEXTURE_3D:i.TEXTURE_2D_ARRAY),t.bindTexture(re,U.__webglTexture),ut(re,pe),Lt($.__webglFramebuffer,R,pe,i.COLOR_ATTACHMENT0+te,re,0),E(pe)&&M(re)}t.unbindTexture()}else{let te=i.TEXTURE_2D;if((R.isWebGL3DRenderTarget||R.isWebGLArrayRenderTarget)&&(te=R.isWebGL3DRenderTarget?i.TEXTURE_3D:i.TEXTURE_2D_ARRAY),t.bindTexture(te,he.__webglTexture),ut(te,b),b.mipmaps.length>0)for(let ie=0;ie<b.mipmaps.length;ie++)Lt($.__webglFramebuffer[ie],R,b,i.COLOR_ATTACHMENT0,te,ie);else Lt($.__webglFramebuffer,R,b,i.COLOR_ATTACHMENT0,te,0);E(b)?M(te):b.mipmaps.length>0&&i.texParameteri(te,i.TEXTURE_MAX_LEVEL,b.mipmaps.length-1),t.unbindTexture()}R.depthBuffer&&xn(R)}function k(R){let b=R.textures;for(let $=0,he=b.length;$<he;$++){let oe=b[$];if(E(oe)&&oe.mipmapsAutoUpdate===!0){let xe=C(R),ye=n.get(oe).__webglTexture;t.bindTexture(xe,ye),M(xe),t.unbindTexture()}}}let Re=[];function $e(R){if(R.samples>0){if(we(R)===!1){let b=R.textures,$=R.width,he=R.height,oe=i.COLOR_BUFFER_BIT,xe=R.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,ye=n.get(R),te=b.length>1;if(te)for(let pe=0;pe<b.length;pe++)t.bindFramebuffer(i.FRAMEBUFFER,ye.__webglMultisampledFramebuffer),i.framebufferRenderbuffer(i.FRAMEBUFFER,i.COLOR_ATTACHMENT0+pe,i.RENDERBUFFER,null),t.bindFramebuffer(i.FRAMEBUFFER,ye.__webglFramebuffer),i.framebufferTexture2D(i.DRAW_FRAMEBUFFER,i.COLOR_ATTACHMENT0+pe,i.TEXTURE_2D,null,0);t.bindFramebuffer(i.READ_FRAMEBUFFER,ye.__webglMultisampledFramebuffer),R.texture.mipmaps.length>0?t.bindFramebuffer(i.DRAW_FRAMEBUFFER,ye.__webglFramebuffer[0]):t.bindFramebuffer(i.DRAW_FRAMEBUFFER,ye.__webglFramebuffer);for(let pe=0;pe<b.length;pe++){if(R.resolveDepthBuffer&&(R.depthBuffer&&(oe|=i.DEPTH_BUFFER_BIT),R.stencilBuffer&&R.resolveStencilBuffer&&(oe|=i.STENCIL_BUFFER_BIT)),te){i.framebufferRenderbuffer(i.READ_FRAMEBUFFER,i.COLOR_ATTACHMENT0,i.RENDERBUFFER,ye.__webglColorRenderbuffer[pe]);let U=n.get(b[pe]).__webglTexture;i.framebufferTexture2D(i.DRAW_FRAMEBUFFER,i.COLOR_ATTACHMENT0,i.TEXTURE_2D,U,0)}i.blitFramebuffer(0,0,$,he,0,0,$,he,oe,i.NEAREST),l===!0&&(Re.length=0,Re.push(i.COLOR_ATTACHMENT0+pe),R.depthBuffer&&R.storeMultisampledDepthBuffer===!1&&Re.push(xe),i.invalidateFramebuffer(i.READ_FRAMEBUFFER,Re))}if(t.bindFramebuffer(i.READ_FRAMEBUFFER,null),t.bindFramebuffer(i.DRAW_FRAMEBUFFER,null),te)for(let pe=0;pe<b.length;pe++){t.bindFramebuffer(i.FRAMEBUFFER,ye.__webglMultisampledFramebuffer),i.framebufferRenderbuffer(i.FRAMEBUFFER,i.COLOR_ATTACHMENT0+pe,i.RENDERBUFFER,ye.__webglColorRenderbuffer[pe]);let U=n.get(b[pe]).__webglTexture;t.bindFramebuffer(i.FRAMEBUFFER,ye.__webglFramebuffer),i.framebufferTexture2D(i.DRAW_FRAMEBUFFER,i.COLOR_ATTACHMENT0+pe,i.TEXTURE_2D,U,0)}t.bindFramebuffer(i.DRAW_FRAMEBUFFER,ye.__webglMultisampledFramebuffer)}else if(R.depthBuffer&&R.storeMultisampledDepthBuffer===!1&&l){let b=R.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT;i.invalidateFramebuffer(i.DRAW_FRAMEBUFFER,[b])}}}function rt(R){return Math.min(s.maxSamples,R.samples)}function we(R){let b=n.get(R);return R.samples>0&&e.has("WEBGL_multisampled_render_to_texture")===!0&&b.__useRenderToTexture!==!1}function Dt(R){let b=o.render.frame;h.get(R)!==b&&(h.set(R,b),R.update())}function ze(R,b){let $=R.colorSpace,he=R.format,oe=R.type;return R.isCompressedTexture===!0||R.isVideoTexture===!0||$!==ha&&$!==Es&&(mt.getTransfer($)===Ct?(he!==Bi||oe!==ti)&&qe("WebGLTextures: sRGB encoded textures have to use RGBAFormat and UnsignedByteType."):Qe("WebGLTextures: Unsupported texture color space:",$)),b}function Xe(R){return typeof HTMLImageElement<"u"&&R instanceof HTMLImageElement?(c.width=R.naturalWidth||R.width,c.height=R.naturalHeight||R.height):typeof VideoFrame<"u"&&R instanceof VideoFrame?(c.width=R.displayWidth,c.height=R.displayHeight):(c.width=R.width,c.height=R.height),c}this.allocateTextureUnit=ue,this.resetTextureUnits=Q,this.getTextureUnits=se,this.setTextureUnits=de,this.setTexture2D=me,this.setTexture2DArray=ve,this.setTexture3D=Ee,this.setTextureCube=Me,this.rebindTextures=jt,this.setupRenderTarget=ln,this.updateRenderTargetMipmap=k,this.updateMultisampleRenderTarget=$e,this.setupDepthRenderbuffer=xn,this.setupFrameBufferTexture=Lt,this.useMultisampledRTT=we,this.dispose=H}function C1(i,e){function t(n,s=Es){let r,o=mt.getTransfer(s);if(n===ti)return i.UNSIGNED_BYTE;if(n===Jc)return i.UNSIGNED_SHORT_4_4_4_4;if(n===Kc)return i.UNSIGNED_SHORT_5_5_5_1;if(n===Jd)return i.UNSIGNED_INT_5_9_9_9_REV;if(n===Kd)return i.UNSIGNED_INT_10F_11F_11F_REV;if(n===Yd)return i.BYTE;if(n===Zd)return i.SHORT;if(n===Eo)return i.UNSIGNED_SHORT;if(n===Zc)return i.INT;if(n===ki)return i.UNSIGNED_INT;if(n===wi)return i.FLOAT;if(n===Oi)return i.HALF_FLOAT;if(n===jd)return i.ALPHA;if(n===Qd)return i.RGB;if(n===Bi)return i.RGBA;if(n===vs)return i.DEPTH_COMPONENT;if(n===Ts)return i.DEPTH_STENCIL;if(n===jc)return i.RED;if(n===Qc)return i.RED_INTEGER;if(n===tr)return i.RG;if(n===eh)return i.RG_INTEGER;if(n===th)return i.RGBA_INTEGER;if(n===Na||n===Da||n===Fa||n===Ua)if(o===Ct)if(r=e.get("WEBGL_compressed_texture_s3tc_srgb"),r!==null){if(n===Na)return r.COMPRESSED_SRGB_S3TC_DXT1_EXT;if(n===Da)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT1_EXT;if(n===Fa)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT3_EXT;if(n===Ua)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT5_EXT}else return null;else if(r=e.get("WEBGL_compressed_texture_s3tc"),r!==null){if(n===Na)return r.COMPRESSED_RGB_S3TC_DXT1_EXT;if(n===Da)return r.COMPRESSED_RGBA_S3TC_DXT1_EXT;if(n===Fa)return r.COMPRESSED_RGBA_S3TC_DXT3_EXT;if(n===Ua)return r.COMPRESSED_RGBA_S3TC_DXT5_EXT}else return null;if(n===nh||n===ih||n===sh||n===rh)if(r=e.get("WEBGL_compressed_texture_pvrtc"),r!==null){if(n===nh)return r.COMPRESSED_RGB_PVRTC_4BPPV1_IMG;if(n===ih)return r.COMPRESSED_RGB_PVRTC_2BPPV1_IMG;if(n===sh)return r.COMPRESSED_RGBA_PVRTC_4BPPV1_IMG;if(n===rh)return r.COMPRESSED_RGBA_PVRTC_2BPPV1_IMG}else return null;if(n===oh||n===ah||n===lh||n===ch||n===hh||n===ka||n===uh)if(r=e.get("WEBGL_compressed_texture_etc"),r!==null){if(n===oh||n===ah)return o===Ct?r.COMPRESSED_SRGB8_ETC2:r.COMPRESSED_RGB8_ETC2;if(n===lh)return o===Ct?r.COMPRESSED_SRGB8_ALPHA8_ETC2_EAC:r.COMPRESSED_RGBA8_ETC2_EAC;if(n===ch)return r.COMPRESSED_R11_EAC;if(n===hh)return r.COMPRESSED_SIGNED_R11_EAC;if(n===ka)return r.COMPRESSED_RG11_EAC;if(n===uh)return r.COMPRESSED_SIGNED_RG11_EAC}else return null;if(n===dh||n===fh||n===ph||n===mh||n===gh||n===xh||n===vh||n===yh||n===_h||n===bh||n===Mh||n===wh||n===Sh||n===Ah)if(r=e.get("WEBGL_compressed_texture_astc"),r!==null){if(n===dh)return o===Ct?r.COMPRESSED_SRGB8_ALPHA8_ASTC_4x4_KHR:r.COMPRESSED_RGBA_ASTC_4x4_KHR;if(n===fh)return o===Ct?r.COMPRESSED_SRGB8_ALPHA8_ASTC_5x4_KHR:r.COMPRESSED_RGBA_ASTC_5x4_KHR;if(n===ph)return o===Ct?r.COMPRESSED_SRGB8_ALPHA8_ASTC_5x5_KHR:r.COMPRESSED_RGBA_ASTC_5x5_KHR;if(n===mh)return o===Ct?r.COMPRESSED_SRGB8_ALPHA8_ASTC_6x5_KHR:r.COMPRESSED_RGBA_ASTC_6x5_KHR;if(n===gh)return o===Ct?r.COMPRESSED_SRGB8_ALPHA8_ASTC_6x6_KHR:r.COMPRESSED_RGBA_ASTC_6x6_KHR;if(n===xh)return o===Ct?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x5_KHR:r.COMPRESSED_RGBA_ASTC_8x5_KHR;if(n===vh)return o===Ct?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x6_KHR:r.COMPRESSED_RGBA_ASTC_8x6_KHR;if(n===yh)return o===Ct?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x8_KHR:r.COMPRESSED_RGBA_ASTC_8x8_KHR;if(n===_h)return o===Ct?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x5_KHR:r.COMPRESSED_RGBA_ASTC_10x5_KHR;if(n===bh)return o===Ct?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x6_KHR:r.COMPRESSED_RGBA_ASTC_10x6_KHR;if(n===Mh)return o===Ct?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x8_KHR:r.COMPRESSED_RGBA_ASTC_10x8_KHR;if(n===wh)return o===Ct?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x10_KHR:r.COMPRESSED_RGBA_ASTC_10x10_KHR;if(n===Sh)return o===Ct?r.COMPRESSED_SRGB8_ALPHA8_ASTC_12x10_KHR:r.COMPRESSED_RGBA_ASTC_12x10_KHR;if(n===Ah)return o===Ct?r.COMPRESSED_SRGB8_ALPHA8_ASTC_12x12_KHR:r.COMPRESSED_RGBA_ASTC_12x12_KHR}else return null;if(n===Th||n===Eh||n===Ch)if(r=e.get("EXT_texture_compression_bptc"),r!==null){if(n===Th)return o===Ct?r.COMPRESSED_SRGB_ALPHA_BPTC_UNORM_EXT:r.COMPRESSED_RGBA_BPTC_UNORM_EXT;if(n===Eh)return r.COMPRESSED_RGB_BPTC_SIGNED_FLOAT_EXT;if(n===Ch)return r.COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT_EXT}else return null;if(n===Rh||n===Ph||n===Oa||n===Ih)if(r=e.get("EXT_texture_compression_rgtc"),r!==null){if(n===Rh)return r.COMPRESSED_RED_RGTC1_EXT;if(n===Ph)return r.COMPRESSED_SIGNED_RED_RGTC1_EXT;if(n===Oa)return r.COMPRESSED_RED_GREEN_RGTC2_EXT;if(n===Ih)return r.COMPRESSED_SIGNED_RED_GREEN_RGTC2_EXT}else return null;return n===Ar?i.UNSIGNED_INT_24_8:i[n]!==void 0?i[n]:null}return{convert:t}}var R1=`
void main() {

	gl_Position = vec4( position, 1.0 );

}`,P1=`
uniform sampler2DArray depthColor;
uniform float depthWidth;
uniform float depthHeight;

void main() {

	vec2 coord = vec2( gl_FragCoord.x / depthWidth, gl_FragCoord.y / depthHeight );

	if ( coord.x >= 1.0 ) {

		gl_FragDepth = texture( depthColor, vec3( coord.x - 1.0, coord.y, 1 ) ).r;

	} else {

		gl_FragDepth = texture( depthColor, vec3( coord.x, coord.y, 0 ) ).r;

	}

}`,yf=class{constructor(){this.texture=null,this.mesh=null,this.depthNear=0,this.depthFar=0}init(e,t){if(this.texture===null){let n=new Ma(e.texture);(e.depthNear!==t.depthNear||e.depthFar!==t.depthFar)&&(this.depthNear=e.depthNear,this.depthFar=e.depthFar),this.texture=n}}getMesh(e){if(this.texture!==null&&this.mesh===null){let t=e.cameras[0].viewport,n=new Mi({vertexShader:R1,fragmentShader:P1,uniforms:{depthColor:{value:this.texture},depthWidth:{value:t.z},depthHeight:{value:t.w}}});this.mesh=new gn(new br(20,20),n)}return this.mesh}reset(){this.texture=null,this.mesh=null}getDepthTexture(){return this.texture}},_f=class extends Qi{constructor(e,t){super();let n=this,s=null,r=1,o=null,a="local-floor",l=1,c=null,h=null,u=null,d=null,f=null,p=null,x=typeof XRWebGLBinding<"u",m=new yf,g={},_=t.getContextAttributes(),E=null,M=null,C=[],T=[],v=new et,S=null,F=null,I=new Kn;I.viewport=new Zt;let L=new Kn;L.viewport=new Zt;let O=[I,L],z=new Wc,N=null,H=null;this.cameraAutoUpdate=!0,this.enabled=!1,this.isPresenting=!1,this.getController=function(ee){let me=C[ee];return me===void 0&&(me=new bo,C[ee]=me),me.getTargetRaySpace()},this.getControllerGrip=function(ee){let me=C[ee];return me===void 0&&(me=new bo,C[ee]=me),me.getGripSpace()},this.getHand=function(ee){let me=C[ee];return me===void 0&&(me=new bo,C[ee]=me),me.getHandSpace()};function X(ee){let me=T.indexOf(ee.inputSource);if(me===-1)return;let ve=C[me];ve!==void 0&&(ve.update(ee.inputSource,ee.frame,c||o),ve.dispatchEvent({type:ee.type,data:ee.inputSource}))}function V(){s.removeEventListener("select",X),s.removeEventListener("selectstart",X),s.removeEventListener("selectend",X),s.removeEventListener("squeeze",X),s.removeEventListener("squeezestart",X),s.removeEventListener("squeezeend",X),s.removeEventListener("end",V),s.removeEventListener("inputsourceschange",le);for(let ee=0;ee<C.length;ee++){let me=T[ee];me!==null&&(T[ee]=null,C[ee].disconnect(me))}N=null,H=null,m.reset();for(let ee in g)delete g[ee];if(e.setRenderTarget(E),f=null,d=null,u=null,s=null,M=null,ue.stop(),n.isPresenting=!1,e.setPixelRatio(S),e.setSize(v.width,v.height,!1),F!==null){let ee=F.camera;ee.fov=F.fov,ee.zoom=F.zoom,ee.updateProjectionMatrix(),F=null}n.dispatchEvent({type:"sessionend"})}this.setFramebufferScaleFactor=function(ee){r=ee,n.isPresenting===!0&&qe("WebXRManager: Cannot change framebuffer scale while presenting.")},this.setReferenceSpaceType=function(ee){a=ee,n.isPresenting===!0&&qe("WebXRManager: Cannot change reference space type while presenting.")},this.getReferenceSpace=function(){return c||o},this.setReferenceSpace=function(ee){c=ee},this.getBaseLayer=function(){return d!==null?d:f},this.getBinding=function(){return u===null&&x&&(u=new XRWebGLBinding(s,t)),u},this.getFrame=function(){return p},this.getSession=function(){return s},this.setSession=async function(ee){if(s=ee,s!==null){if(E=e.getRenderTarget(),s.addEventListener("select",X),s.addEventListener("selectstart",X),s.addEventListener("selectend",X),s.addEventListener("squeeze",X),s.addEventListener("squeezestart",X),s.addEventListener("squeezeend",X),s.addEventListener("end",V),s.addEventListener("inputsourceschange",le),_.xrCompatible!==!0&&await t.makeXRCompatible(),S=e.getPixelRatio(),e.getSize(v),x&&"createProjectionLayer"in XRWebGLBinding.prototype){let ve=null,Ee=null,Me=null;_.depth&&(Me=_.stencil?t.DEPTH24_STENCIL8:t.DEPTH_COMPONENT24,ve=_.stencil?Ts:vs,Ee=_.stencil?Ar:ki);let He={colorFormat:t.RGBA8,depthFormat:Me,scaleFactor:r};u=this.getBinding(),d=u.createProjectionLayer(He),s.updateRenderState({layers:[d]}),e.setPixelRatio(1),e.setSize(d.textureWidth,d.textureHeight,!1),M=new fi(d.textureWidth,d.textureHeight,{format:Bi,type:ti,depthTexture:new ws(d.textureWidth,d.textureHeight,Ee,void 0,void 0,void 0,void 0,void 0,void 0,ve),stencilBuffer:_.stencil,colorSpace:e.outputColorSpace,samples:_.antialias?4:0,resolveDepthBuffer:d.ignoreDepthValues===!1,resolveStencilBuffer:d.ignoreDepthValues===!1,storeMultisampledDepthBuffer:d.ignoreDepthValues===!1,storeMultisampledStencilBuffer:d.ignoreDepthValues===!1})}else{let ve={antialias:_.antialias,alpha:!0,depth:_.depth,stencil:_.stencil,framebufferScaleFactor:r};f=new XRWebGLLayer(s,t,ve),s.updateRenderState({baseLayer:f}),e.setPixelRatio(1),e.setSize(f.framebufferWidth,f.framebufferHeight,!1),M=new fi(f.framebufferWidth,f.framebufferHeight,{format:Bi,type:ti,colorSpace:e.outputColorSpace,stencilBuffer:_.stencil,resolveDepthBuffer:f.ignoreDepthValues===!1,resolveStencilBuffer:f.ignoreDepthValues===!1,storeMultisampledDepthBuffer:f.ignoreDepthValues===!1,storeMultisampledStencilBuffer:f.ignoreDepthValues===!1})}M.isXRRenderTarget=!0,this.setFoveation(l),c=null,o=await s.requestReferenceSpace(a),ue.setContext(s),ue.start(),n.isPresenting=!0,n.dispatchEvent({type:"sessionstart"})}},this.getEnvironmentBlendMode=function(){if(s!==null)return s.environmentBlendMode},this.getDepthTexture=function(){return m.getDepthTexture()};function le(ee){for(let me=0;me<ee.removed.length;me++){let ve=ee.removed[me],Ee=T.indexOf(ve);Ee>=0&&(T[Ee]=null,C[Ee].disconnect(ve))}for(let me=0;me<ee.added.length;me++){let ve=ee.added[me],Ee=T.indexOf(ve);if(Ee===-1){for(let He=0;He<C.length;He++)if(He>=T.length){T.push(ve),Ee=He;break}else if(T[He]===null){T[He]=ve,Ee=He;break}if(Ee===-1)break}let Me=C[Ee];Me&&Me.connect(ve)}}function Z(ee,me){me===null?ee.matrixWorld.copy(ee.matrix):ee.matrixWorld.multiplyMatrices(me.matrixWorld,ee.matrix),ee.matrixWorldInverse.copy(ee.matrixWorld).invert()}this.updateCamera=function(ee){if(s===null)return;let me=ee.near,ve=ee.far;m.texture!==null&&(m.depthNear>0&&(me=m.depthNear),m.depthFar>0&&(ve=m.depthFar)),z.near=L.near=I.near=me,z.far=L.far=I.far=ve,(N!==z.near||H!==z.far)&&(s.updateRenderState({depthNear:z.near,depthFar:z.far}),N=z.near,H=z.far),z.layers.mask=ee.layers.mask|6,I.layers.mask=z.layers.mask&-5,L.layers.mask=z.layers.mask&-3;let Ee=ee.parent,Me=z.cameras;Z(z,Ee);for(let He=0;He<Me.length;He++)Z(Me[He],Ee);z.projectionMatrix.copy(I.projectionMatrix),z.projectionMatrixInverse.copy(I.projectionMatrixInverse),F===null&&ee.isPerspectiveCamera&&(F={camera:ee,fov:ee.fov,zoom:ee.zoom}),Q(ee,z,Ee)};function Q(ee,me,ve){ve===null?ee.matrix.copy(me.matrixWorld):(ee.matrix.copy(ve.matrixWorld),ee.matrix.invert(),ee.matrix.multiply(me.matrixWorld)),ee.matrix.decompose(ee.position,ee.quaternion,ee.scale),ee.updateMatrixWorld(!0),ee.projectionMatrix.copy(me.projectionMatrix),ee.projectionMatrixInverse.copy(me.projectionMatrixInverse),ee.isPerspectiveCamera&&(ee.fov=Mc*2*Math.atan(1/ee.projectionMatrix.elements[5]),ee.zoom=1)}this.getCamera=function(){return z},this.getFoveation=function(){if(!(d===null&&f===null))return l},this.setFoveation=function(ee){l=ee,d!==null&&(d.fixedFoveation=ee),f!==null&&f.fixedFoveation!==void 0&&(f.fixedFoveation=ee)},this.hasDepthSensing=function(){return m.texture!==null},this.getDepthSensingMesh=function(){return m.getMesh(z)},this.getCameraTexture=function(ee){return g[ee]};let se=null;function de(ee,me){if(h=me.getViewerPose(c||o),p=me,h!==null){let ve=h.views;f!==null&&(e.setRenderTargetFramebuffer(M,f.framebuffer),e.setRenderTarget(M));let Ee=!1;ve.length!==z.cameras.length&&(z.cameras.length=0,Ee=!0);for(let Ve=0;Ve<ve.length;Ve++){let ut=ve[Ve],lt=null;if(f!==null)lt=f.getViewport(ut);else{let qt=u.getViewSubImage(d,ut);lt=qt.viewport,Ve===0&&(e.setRenderTargetTextures(M,qt.colorTexture,qt.depthStencilTexture),e.setRenderTarget(M))}let nt=O[Ve];nt===void 0&&(nt=new Kn,nt.layers.enable(Ve),nt.viewport=new Zt,O[Ve]=nt),nt.matrix.fromArray(ut.transform.matrix),nt.matrix.decompose(nt.position,nt.quaternion,nt.scale),nt.projectionMatrix.fromArray(ut.projectionMatrix),nt.projectionMatrixInverse.copy(nt.projectionMatrix).invert(),nt.viewport.set(lt.x,lt.y,lt.width,lt.height),Ve===0&&(z.matrix.copy(nt.matrix),z.matrix.decompose(z.position,z.quaternion,z.scale)),Ee===!0&&z.cameras.push(nt)}let Me=s.enabledFeatures;if(Me&&Me.includes("depth-sensing")&&s.depthUsage=="gpu-optimized"&&x){u=n.getBinding();let Ve=u.getDepthInformation(ve[0]);Ve&&Ve.isValid&&Ve.texture&&m.init(Ve,s.renderState)}if(Me&&Me.includes("camera-access")&&x){e.state.unbindTexture(),u=n.getBinding();for(let Ve=0;Ve<ve.length;Ve++){let ut=ve[Ve].camera;if(ut){let lt=g[ut];lt||(lt=new Ma,g[ut]=lt);let nt=u.getCameraImage(ut);lt.sourceTexture=nt}}}}for(let ve=0;ve<C.length;ve++){let Ee=T[ve],Me=C[ve];Ee!==null&&Me!==void 0&&Me.update(Ee,me,c||o)}se&&se(ee,me),me.detectedPlanes&&n.dispatchEvent({type:"planesdetected",data:me}),p=null}let ue=new ix;ue.setAnimationLoop(de),this.setAnimationLoop=function(ee){se=ee},this.dispose=function(){}}},I1=new ot,fx=new tt;fx.set(-1,0,0,0,1,0,0,0,1);function L1(i,e){function t(m,g){m.matrixAutoUpdate===!0&&m.updateMatrix(),g.value.copy(m.matrix)}function n(m,g){g.color.getRGB(m.fogColor.value,af(i)),g.isFog?(m.fogNear.value=g.near,m.fogFar.value=g.far):g.isFogExp2&&(m.fogDensity.value=g.density)}function s(m,g,_,E,M){g.isNodeMaterial?g.uniformsNeedUpdate=!1:g.isMeshBasicMaterial?r(m,g):g.isMeshLambertMaterial?(r(m,g),g.envMap&&(m.envMapIntensity.value=g.envMapIntensity)):g.isMeshToonMaterial?(r(m,g),u(m,g)):g.isMeshPhongMaterial?(r(m,g),h(m,g),g.envMap&&(m.envMapIntensity.value=g.envMapIntensity)):g.isMeshStandardMaterial?(r(m,g),d(m,g),g.isMeshPhysicalMaterial&&f(m,g,M)):g.isMeshMatcapMaterial?(r(m,g),p(m,g)):g.isMeshDepthMaterial?r(m,g):g.isMeshDistanceMaterial?(r(m,g),x(m,g)):g.isMeshNormalMaterial?r(m,g):g.isLineBasicMaterial?(o(m,g),g.isLineDashedMaterial&&a(m,g)):g.isPointsMaterial?l(m,g,_,E):g.isSpriteMaterial?c(m,g):g.isShadowMaterial?(m.color.value.copy(g.color),m.opacity.value=g.opacity):g.isShaderMaterial&&(g.uniformsNeedUpdate=!1)}function r(m,g){m.opacity.value=g.opacity,g.color&&m.diffuse.value.copy(g.color),g.emissive&&m.emissive.value.copy(g.emissive).multiplyScalar(g.emissiveIntensity),g.map&&(m.map.value=g.map,t(g.map,m.mapTransform)),g.alphaMap&&(m.alphaMap.value=g.alphaMap,t(g.alphaMap,m.alphaMapTransform)),g.bumpMap&&(m.bumpMap.value=g.bumpMap,t(g.bumpMap,m.bumpMapTransform),m.bumpScale.value=g.bumpScale,g.side===Qn&&(m.bumpScale.value*=-1)),g.normalMap&&(m.normalMap.value=g.normalMap,t(g.normalMap,m.normalMapTransform),m.normalScale.value.copy(g.normalScale),g.side===Qn&&m.normalScale.value.negate()),g.displacementMap&&(m.displacementMap.value=g.displacementMap,t(g.displacementMap,m.displacementMapTransform),m.displacementScale.value=g.displacementScale,m.displacementBias.value=g.displacementBias),g.emissiveMap&&(m.emissiveMap.value=g.emissiveMap,t(g.emissiveMap,m.emissiveMapTransform)),g.specularMap&&(m.specularMap.value=g.specularMap,t(g.specularMap,m.specularMapTransform)),g.alphaTest>0&&(m.alphaTest.value=g.alphaTest);let _=e.get(g),E=_.envMap,M=_.envMapRotation;E&&(m.envMap.value=E,m.envMapRotation.value.setFromMatrix4(I1.makeRotationFromEuler(M)).transpose(),E.isCubeTexture&&E.isRenderTargetTexture===!1&&m.envMapRotation.value.premultiply(fx),m.reflectivity.value=g.reflectivity,m.ior.value=g.ior,m.refractionRatio.value=g.refractionRatio),g.lightMap&&(m.lightMap.value=g.lightMap,m.lightMapIntensity.value=g.lightMapIntensity,t(g.lightMap,m.lightMapTransform)),g.aoMap&&(m.aoMap.value=g.aoMap,m.aoMapIntensity.value=g.aoMapIntensity,t(g.aoMap,m.aoMapTransform))}function o(m,g){m.diffuse.value.copy(g.color),m.opacity.value=g.opacity,g.map&&(m.map.value=g.map,t(g.map,m.mapTransform))}function a(m,g){m.dashSize.value=g.dashSize,m.totalSize.value=g.dashSize+g.gapSize,m.scale.value=g.scale}function l(m,g,_,E){m.diffuse.value.copy(g.color),m.opacity.value=g.opacity,m.size.value=g.size*_,m.scale.value=E*.5,g.map&&(m.map.value=g.map,t(g.map,m.uvTransform)),g.alphaMap&&(m.alphaMap.value=g.alphaMap,t(g.alphaMap,m.alphaMapTransform)),g.alphaTest>0&&(m.alphaTest.value=g.alphaTest)}function c(m,g){m.diffuse.value.copy(g.color),m.opacity.value=g.opacity,m.rotation.value=g.rotation,g.map&&(m.map.value=g.map,t(g.map,m.mapTransform)),g.alphaMap&&(m.alphaMap.value=g.alphaMap,t(g.alphaMap,m.alphaMapTransform)),g.alphaTest>0&&(m.alphaTest.value=g.alphaTest)}function h(m,g){m.specular.value.copy(g.specular),m.shininess.value=Math.max(g.shininess,1e-4)}function u(m,g){g.gradientMap&&(m.gradientMap.value=g.gradientMap)}function d(m,g){m.metalness.value=g.metalness,g.metalnessMap&&(m.metalnessMap.value=g.metalnessMap,t(g.metalnessMap,m.metalnessMapTransform)),m.roughness.value=g.roughness,g.roughnessMap&&(m.roughnessMap.value=g.roughnessMap,t(g.roughnessMap,m.roughnessMapTransform)),g.envMap&&(m.envMapIntensity.value=g.envMapIntensity)}function f(m,g,_){m.ior.value=g.ior,g.diffuseRoughness>0&&(m.diffuseRoughness.value=g.diffuseRoughness,g.diffuseRoughnessMap&&(m.diffuseRoughnessMap.value=g.diffuseRoughnessMap,t(g.diffuseRoughnessMap,m.diffuseRoughnessMapTransform))),g.sheen>0&&(m.sheenColor.value.copy(g.sheenColor).multiplyScalar(g.sheen),m.sheenRoughness.value=g.sheenRoughness,g.sheenColorMap&&(m.sheenColorMap.value=g.sheenColorMap,t(g.sheenColorMap,m.sheenColorMapTransform)),g.sheenRoughnessMap&&(m.sheenRoughnessMap.value=g.sheenRoughnessMap,t(g.sheenRoughnessMap,m.sheenRoughnessMapTransform))),g.clearcoat>0&&(m.clearcoat.value=g.clearcoat,m.clearcoatRoughness.value=g.clearcoatRoughness,g.clearcoatMap&&(m.clearcoatMap.value=g.clearcoatMap,t(g.clearcoatMap,m.clearcoatMapTransform)),g.clearcoatRoughnessMap&&(m.clearcoatRoughnessMap.value=g.clearcoatRoughnessMap,t(g.clearcoatRoughnessMap,m.clearcoatRoughnessMapTransform)),g.clearcoatNormalMap&&(m.clearcoatNormalMap.value=g.clearcoatNormalMap,t(g.clearcoatNormalMap,m.clearcoatNormalMapTransform),m.clearcoatNormalScale.value.copy(g.clearcoatNormalScale),g.side===Qn&&m.clearcoatNormalScale.value.negate())),g.dispersion>0&&(m.dispersion.value=g.dispersion),g.retroreflectivity>0&&(m.retroreflectivity.value=g.retroreflectivity),g.iridescence>0&&(m.iridescence.value=g.iridescence,m.iridescenceIOR.value=g.iridescenceIOR,m.iridescenceThicknessMinimum.value=g.iridescenceThicknessMinimum,m.iridescenceThicknessMaximum.value=g.iridescenceThicknessMaximum,g.iridescenceMap&&(m.iridescenceMap.value=g.iridescenceMap,t(g.iridescenceMap,m.iridescenceMapTransform)),g.iridescenceThicknessMap&&(m.iridescenceThicknessMap.value=g.iridescenceThicknessMap,t(g.iridescenceThicknessMap,m.iridescenceThicknessMapTransform))),g.transmission>0&&(m.transmission.value=g.transmission,m.transmissionSamplerMap.value=_.texture,m.transmissionSamplerSize.value.set(_.width,_.height),g.transmissionMap&&(m.transmissionMap.value=g.transmissionMap,t(g.transmissionMap,m.transmissionMapTransform)),m.thickness.value=g.thickness,g.thicknessMap&&(m.thicknessMap.value=g.thicknessMap,t(g.thicknessMap,m.thicknessMapTransform)),m.attenuationDistance.value=g.attenuationDistance,m.attenuationColor.value.copy(g.attenuationColor)),g.anisotropy>0&&(m.anisotropyVector.value.set(g.anisotropy*Math.cos(g.anisotropyRotation),g.anisotropy*Math.sin(g.anisotropyRotation)),g.anisotropyMap&&(m.anisotropyMap.value=g.anisotropyMap,t(g.anisotropyMap,m.anisotropyMapTransform))),m.specularIntensity.value=g.specularIntensity,m.specularColor.value.copy(g.specularColor),g.specularColorMap&&(m.specularColorMap.value=g.specularColorMap,t(g.specularColorMap,m.specularColorMapTransform)),g.specularIntensityMap&&(m.specularIntensityMap.value=g.specularIntensityMap,t(g.specularIntensityMap,m.specularIntensityMapTransform))}function p(m,g){g.matcap&&(m.matcap.value=g.matcap)}function x(m,g){let _=e.get(g).light;m.referencePosition.value.setFromMatrixPosition(_.matrixWorld),m.nearDistance.value=_.shadow.camera.near,m.farDistance.value=_.shadow.camera.far}return{refreshFogUniforms:n,refreshMaterialUniforms:s}}function N1(i,e,t,n){let s={},r={};function o(_,E){let M=E.program;n.uniformBlockBinding(_,M,s[_.id])}function a(_,E){let M=s[_.id];M===void 0&&(p(_),M=l(_),s[_.id]=M,_.addEventListener("dispose",m));let C=E.program;n.updateUBOMapping(_,C);let T=e.render.frame;r[_.id]!==T&&(c(_),r[_.id]=T)}function l(_){let E=i.createBuffer(),M=_.__size,C=_.usage;return i.bindBuffer(i.UNIFORM_BUFFER,E),i.bufferData(i.UNIFORM_BUFFER,M,C),i.bindBuffer(i.UNIFORM_BUFFER,null),E}function c(_){let E=s[_.id],M=_.uniforms,C=_.__cache;i.bindBuffer(i.UNIFORM_BUFFER,E);for(let T=0,v=M.length;T<v;T++){let S=M[T];if(Array.isArray(S))for(let F=0,I=S.length;F<I;F++)h(S[F],T,F,C);else h(S,T,0,C)}i.bindBuffer(i.UNIFORM_BUFFER,null)}function h(_,E,M,C){if(d(_,E,M,C)===!0){let T=_.__offset,v=_.value;if(Array.isArray(v)){let S=0;for(let F=0;F<v.length;F++){let I=v[F],L=x(I,!0);u(I,_.__data,S),S+=L.storage/Float32Array.BYTES_PER_ELEMENT}}else u(v,_.__data,0);i.bufferSubData(i.UNIFORM_BUFFER,T,_.__data)}}function u(_,E,M){typeof _=="number"||typeof _=="boolean"?E[M]=_:_.isMatrix3?(E[M]=_.elements[0],E[M+1]=_.elements[1],E[M+2]=_.elements[2],E[M+3]=0,E[M+4]=_.elements[3],E[M+5]=_.elements[4],E[M+6]=_.elements[5],E[M+7]=0,E[M+8]=_.elements[6],E[M+9]=_.elements[7],E[M+10]=_.elements[8],E[M+11]=0):ArrayBuffer.isView(_)?E.set(_.subarray(0,E.length-M),M):_.toArray(E,M)}function d(_,E,M,C){let T=_.value,v=E+"_"+M;if(Array.isArray(T)){C[v]===void 0&&(C[v]=[]);let S=C[v],F=!1;for(let I=0;I<T.length;I++)f(T[I],S,I)===!0&&(F=!0);return F}return f(T,C,v)}function f(_,E,M){if(E[M]===void 0)return typeof _=="number"||typeof _=="boolean"?E[M]=_:ArrayBuffer.isView(_)?E[M]=_.slice():E[M]=_.clone(),!0;{let C=E[M];if(typeof _=="number"||typeof _=="boolean"){if(C!==_)return E[M]=_,!0}else{if(ArrayBuffer.isView(_))return!0;if(C.equals(_)===!1)return C.copy(_),!0}}return!1}function p(_){let E=_.uniforms,M=0,C=16;for(let v=0,S=E.length;v<S;v++){let F=Array.isArray(E[v])?E[v]:[E[v]];for(let I=0,L=F.length;I<L;I++){let O=F[I],z=Array.isArray(O.value)?O.value:[O.value],N=Array.isArray(E[v])||Array.isArray(O.value),H=M;for(let V=0,le=z.length;V<le;V++){let Z=z[V],Q=x(Z,N),se=M%C,de=se%Q.boundary,ue=se+de;M+=de,ue!==0&&C-ue<Q.storage&&(M+=C-ue),V===0&&(H=M),M+=Q.storage}let X=O.type==="int"?Int32Array:O.type==="uint"?Uint32Array:Float32Array;O.__data=new X((M-H)/Float32Array.BYTES_PER_ELEMENT),O.__offset=H}}let T=M%C;return T>0&&(M+=C-T),_.__size=M,_.__cache={},this}function x(_,E){let M={boundary:0,storage:0};return typeof _=="number"||typeof _=="boolean"?(M.boundary=4,M.storage=4):_.isVector2?(M.boundary=8,M.storage=8):_.isVector3||_.isColor?(M.boundary=16,M.storage=12):_.isVector4?(M.boundary=16,M.storage=16):_.isMatrix3?(M.boundary=16,M.storage=48):_.isMatrix4?(M.boundary=16,M.storage=64):_.isTexture?qe("WebGLRenderer: Texture samplers can not be part of an uniforms group."):ArrayBuffer.isView(_)?(M.boundary=16,M.storage=_.byteLength):qe("WebGLRenderer: Unsupported uniform value type.",_),E===!0&&(M.boundary=16,M.storage=Math.ceil(M.storage/16)*16),M}function m(_){let E=_.target;E.removeEventListener("dispose",m),i.deleteBuffer(s[E.id]),delete s[E.id],delete r[E.id]}function g(){for(let _ in s)i.deleteBuffer(s[_]);s={},r={}}return{bind:o,update:a,dispose:g}}var D1=new Uint16Array([12469,15057,12620,14925,13266,14620,13807,14376,14323,13990,14545,13625,14713,13328,14840,12882,14931,12528,14996,12233,15039,11829,15066,11525,15080,11295,15085,10976,15082,10705,15073,10495,13880,14564,13898,14542,13977,14430,14158,14124,14393,13732,14556,13410,14702,12996,14814,12596,14891,12291,14937,11834,14957,11489,14958,11194,14943,10803,14921,10506,14893,10278,14858,9960,14484,14039,14487,14025,14499,13941,14524,13740,14574,13468,14654,13106,14743,12678,14818,12344,14867,11893,14889,11509,14893,11180,14881,10751,14852,10428,14812,10128,14765,9754,14712,9466,14764,13480,14764,13475,14766,13440,14766,13347,14769,13070,14786,12713,14816,12387,14844,11957,14860,11549,14868,11215,14855,10751,14825,10403,14782,10044,14729,9651,14666,9352,14599,9029,14967,12835,14966,12831,14963,12804,14954,12723,14936,12564,14917,12347,14900,11958,14886,11569,14878,11247,14859,10765,14828,10401,14784,10011,14727,9600,14660,9289,14586,8893,14508,8533,15111,12234,15110,12234,15104,12216,15092,12156,15067,12010,15028,11776,14981,11500,14942,11205,14902,10752,14861,10393,14812,9991,14752,9570,14682,9252,14603,8808,14519,8445,14431,8145,15209,11449,15208,11451,15202,11451,15190,11438,15163,11384,15117,11274,15055,10979,14994,10648,14932,10343,14871,9936,14803,9532,14729,9218,14645,8742,14556,8381,14461,8020,14365,7603,15273,10603,15272,10607,15267,10619,15256,10631,15231,10614,15182,10535,15118,10389,15042,10167,14963,9787,14883,9447,14800,9115,14710,8665,14615,8318,14514,7911,14411,7507,14279,7198,15314,9675,15313,9683,15309,9712,15298,9759,15277,9797,15229,9773,15166,9668,15084,9487,14995,9274,14898,8910,14800,8539,14697,8234,14590,7790,14479,7409,14367,7067,14178,6621,15337,8619,15337,8631,15333,8677,15325,8769,15305,8871,15264,8940,15202,8909,15119,8775,15022,8565,14916,8328,14804,8009,14688,7614,14569,7287,14448,6888,14321,6483,14088,6171,15350,7402,15350,7419,15347,7480,15340,7613,15322,7804,15287,7973,15229,8057,15148,8012,15046,7846,14933,7611,14810,7357,14682,7069,14552,6656,14421,6316,14251,5948,14007,5528,15356,5942,15356,5977,15353,6119,15348,6294,15332,6551,15302,6824,15249,7044,15171,7122,15070,7050,14949,6861,14818,6611,14679,6349,14538,6067,14398,5651,14189,5311,13935,4958,15359,4123,15359,4153,15356,4296,15353,4646,15338,5160,15311,5508,15263,5829,15188,6042,15088,6094,14966,6001,14826,5796,14678,5543,14527,5287,14377,4985,14133,4586,13869,4257,15360,1563,15360,1642,15358,2076,15354,2636,15341,3350,15317,4019,15273,4429,15203,4732,15105,4911,14981,4932,14836,4818,14679,4621,14517,4386,14359,4156,14083,3795,13808,3437,15360,122,15360,137,15358,285,15355,636,15344,1274,15322,2177,15281,2765,15215,3223,15120,3451,14995,3569,14846,3567,14681,3466,14511,3305,14344,3121,14037,2800,13753,2467,15360,0,15360,1,15359,21,15355,89,15346,253,15325,479,15287,796,15225,1148,15133,1492,15008,1749,14856,1882,14685,1886,14506,1783,14324,1608,13996,1398,13702,1183]),ns=null;function F1(){return ns===null&&(ns=new ya(D1,16,16,tr,Oi),ns.name="DFG_LUT",ns.minFilter=jn,ns.magFilter=jn,ns.wrapS=ji,ns.wrapT=ji,ns.generateMipmaps=!1,ns.needsUpdate=!0),ns}var Uh=class{constructor(e={}){let{canvas:t=E0(),context:n=null,depth:s=!0,stencil:r=!1,alpha:o=!1,antialias:a=!1,premultipliedAlpha:l=!0,preserveDrawingBuffer:c=!1,powerPreference:h="default",failIfMajorPerformanceCaveat:u=!1,reversedDepthBuffer:d=!1,outputBufferType:f=ti}=e;this.isWebGLRenderer=!0;let p;if(n!==null){if(typeof WebGLRenderingContext<"u"&&n instanceof WebGLRenderingContext)throw new Error("THREE.WebGLRenderer: WebGL 1 is not supported since r163.");p=n.getContextAttributes().alpha}else p=o;let x=f,m=new Set([th,eh,Qc]),g=new Set([ti,ki,Eo,Ar,Jc,Kc]),_=new Uint32Array(4),E=new Int32Array(4),M={textures:[],min:[],max:[],resolution:[]},C=null,T=null,v=[],S=[],F=null;this.domElement=t,this.debug={checkShaderErrors:!0,diagnostics:{keywords:!1},onShaderError:null},this.autoClear=!0,this.autoClearColor=!0,this.autoClearDepth=!0,this.autoClearStencil=!0,this.sortObjects=!0,this.clippingPlanes=[],this.localClippingEnabled=!1,this.toneMapping=ts,this.toneMappingExposure=1,this.transmissionResolutionScale=1;let I=this,L=!1,O=null,z=null,N=null,H=null;this._outputColorSpace=ui;let X=0,V=0,le=null,Z=-1,Q=null,se=new Zt,de=new Zt,ue=null,ee=new Ye(0),me=0,ve=t.width,Ee=t.height,Me=1,He=null,st=null,Ve=new Zt(0,0,ve,Ee),ut=new Zt(0,0,ve,Ee),lt=!1,nt=new qs,qt=new Tc,Bt=!1,an=!1,Lt=new ot,wn=new W,_t=new Zt,xn={background:null,fog:null,environment:null,overrideMaterial:null,isScene:!0},jt=!1;function ln(){return le===null?Me:1}let k=n;function Re(A,B){return t.getContext(A,B)}let $e,rt,we,Dt,ze,Xe,R,b,$,he,oe,xe,ye,te,ie,pe,U,re,ne,Se,ge,be,Ge;try{let A={alpha:!0,depth:s,stencil:r,antialias:a,premultipliedAlpha:l,preserveDrawingBuffer:c,powerPreference:h,failIfMajorPerformanceCaveat:u};if("setAttribute"in t&&t.setAttribute("data-engine",`three.js r${"187"}`),t.addEventListener("webglcontextlost",ke,!1),t.addEventListener("webglcontextrestored",Ke,!1),t.addEventListener("webglcontextcreationerror",Ce,!1),k===null){let B="webgl2";if(k=Re(B,A),k===null)throw Re(B)?new Error("THREE.WebGLRenderer: Error creating WebGL context with your selected attributes."):new Error("THREE.WebGLRenderer: Error creating WebGL context.")}Je()}catch(A){throw t.removeEventListener("webglcontextlost",ke,!1),t.removeEventListener("webglcontextrestored",Ke,!1),t.removeEventListener("webglcontextcreationerror",Ce,!1),Qe("WebGLRenderer: "+A.message),A}function Je(){$e=new $w(k),$e.init(),ge=new C1(k,$e),rt=new Fw(k,$e,e,ge),we=new T1(k,$e),rt.reversedDepthBuffer&&d&&we.buffers.depth.setReversed(!0),z=k.createFramebuffer(),N=k.createFramebuffer(),H=k.createFramebuffer(),Dt=new Zw(k),ze=new d1,Xe=new E1(k,$e,we,ze,rt,ge,Dt),R=new Xw(I),b=new K_(k),be=new Nw(k,b),$=new qw(k,b,Dt,be),he=new Kw(k,$,b,be,Dt),re=new Jw(k,rt,Xe),ie=new Uw(ze),oe=new u1(I,R,$e,rt,be,ie),xe=new L1(I,ze),ye=new p1,te=new _1($e),U=new Lw(I,R,we,he,p,l),pe=new A1(I,he,rt),Ge=new N1(k,Dt,rt,we),ne=new Dw(k,$e,Dt),Se=new Yw(k,$e,Dt),Dt.programs=oe.programs,I.capabilities=rt,I.extensions=$e,I.properties=ze,I.renderLists=ye,I.shadowMap=pe,I.state=we,I.info=Dt}x!==ti&&(F=new Qw(x,t.width,t.height,a,s,r));let ce=new _f(I,k);this.xr=ce,this.getContext=function(){return k},this.getContextAttributes=function(){return k.getContextAttributes()},this.forceContextLoss=function(){let A=$e.get("WEBGL_lose_context");A&&A.loseContext()},this.forceContextRestore=function(){let A=$e.get("WEBGL_lose_context");A&&A.restoreContext()},this.getPixelRatio=function(){return Me},this.setPixelRatio=function(A){A!==void 0&&(Me=A,this.setSize(ve,Ee,!1))},this.getSize=function(A){return A.set(ve,Ee)},this.setSize=function(A,B,j=!0){if(ce.isPresenting){qe("WebGLRenderer: Can't change size while VR device is presenting.");return}ve=A,Ee=B,t.width=Math.floor(A*Me),t.height=Math.floor(B*Me),j===!0&&(t.style.width=A+"px",t.style.height=B+"px"),F!==null&&F.setSize(t.width,t.height),this.setViewport(0,0,A,B)},this.getDrawingBufferSize=function(A){return A.set(ve*Me,Ee*Me).floor()},this.setDrawingBufferSize=function(A,B,j){ve=A,Ee=B,Me=j,t.width=Math.floor(A*j),t.height=Math.floor(B*j),this.setViewport(0,0,A,B)},this.setEffects=function(A){if(x===ti){Qe("WebGLRenderer: setEffects() requires outputBufferType set to HalfFloatType or FloatType.");return}if(A){for(let B=0;B<A.length;B++)if(A[B].isOutputPass===!0){qe("WebGLRenderer: OutputPass is not needed in setEffects(). Tone mapping and color space conversion are applied automatically.");break}}F.setEffects(A||[])},this.getCurrentViewport=function(A){return A.copy(se)},this.getViewport=function(A){return A.copy(Ve)},this.setViewport=function(A,B,j,q){A.isVector4?Ve.set(A.x,A.y,A.z,A.w):Ve.set(A,B,j,q),we.viewport(se.copy(Ve).multiplyScalar(ln()).round())},this.getScissor=function(A){return A.copy(ut)},this.setScissor=function(A,B,j,q){A.isVector4?ut.set(A.x,A.y,A.z,A.w):ut.set(A,B,j,q),we.scissor(de.copy(ut).multiplyScalar(ln()).round())},this.getScissorTest=function(){return lt},this.setScissorTest=function(A){we.setScissorTest(lt=A)},this.setOpaqueSort=function(A){He=A},this.setTransparentSort=function(A){st=A},this.getClearColor=function(A){return A.copy(U.getClearColor())},this.setClearColor=function(){U.setClearColor(...arguments)},this.getClearAlpha=function(){return U.getClearAlpha()},this.setClearAlpha=function(){U.setClearAlpha(...arguments)},this.clear=function(A=!0,B=!0,j=!0){let q=0;if(A){let Y=!1;if(le!==null){let Ae=le.texture.format;Y=m.has(Ae)}if(Y){let Ae=le.texture.type,Pe=g.has(Ae),Te=U.getClearColor(),Ie=U.getClearAlpha(),Be=Te.r,je=Te.g,ft=Te.b;Pe?(_[0]=Be,_[1]=je,_[2]=ft,_[3]=Ie,k.clearBufferuiv(k.COLOR,0,_)):(E[0]=Be,E[1]=je,E[2]=ft,E[3]=Ie,k.clearBufferiv(k.COLOR,0,E))}else q|=k.COLOR_BUFFER_BIT}B&&(q|=k.DEPTH_BUFFER_BIT,this.state.buffers.depth.setMask(!0)),j&&(q|=k.STENCIL_BUFFER_BIT,this.state.buffers.stencil.setMask(4294967295)),q!==0&&k.clear(q)},this.clearColor=function(){this.clear(!0,!1,!1)},this.clearDepth=function(){this.clear(!1,!0,!1)},this.clearStencil=function(){this.clear(!1,!1,!0)},this.setNodesHandler=function(A){A.setRenderer(this),O=A},this.dispose=function(){t.removeEventListener("webglcontextlost",ke,!1),t.removeEventListener("webglcontextrestored",Ke,!1),t.removeEventListener("webglcontextcreationerror",Ce,!1),U.dispose(),ye.dispose(),te.dispose(),Xe.dispose(),ze.dispose(),R.dispose(),he.dispose(),$.dispose(),be.dispose(),Ge.dispose(),oe.dispose(),ce.dispose(),ce.removeEventListener("sessionstart",Ka),ce.removeEventListener("sessionend",Vi),ss.stop()};function ke(A){A.preventDefault(),rf("WebGLRenderer: Context Lost."),L=!0}function Ke(){rf("WebGLRenderer: Context Restored."),L=!1;let A=Dt.autoReset,B=pe.enabled,j=pe.autoUpdate,q=pe.needsUpdate,Y=pe.type;Je(),Dt.autoReset=A,pe.enabled=B,pe.autoUpdate=j,pe.needsUpdate=q,pe.type=Y}function Ce(A){Qe("WebGLRenderer: A WebGL context could not be created. Reason: ",A.statusMessage)}function at(A){let B=A.target;B.removeEventListener("dispose",at),zt(B)}function zt(A){Hn(A),ze.remove(A)}function Hn(A){let B=ze.get(A).programs;B!==void 0&&(B.forEach(function(j){oe.releaseProgram(j)}),A.isShaderMaterial&&oe.releaseShaderCache(A))}this.renderBufferDirect=function(A,B,j,q,Y,Ae){B===null&&(B=xn);let Pe=Y.isMesh&&Y.matrixWorld.determinantAffine()<0,Te=Oo(A,B,j,q,Y);we.setMaterial(q,Pe);let Ie=j.index,Be=1;if(q.wireframe===!0){if(Ie=$.getWireframeAttribute(j),Ie===void 0)return;Be=2}let je=j.drawRange,ft=j.attributes.position,Oe=je.start*Be,pt=(je.start+je.count)*Be;Ae!==null&&(Oe=Math.max(Oe,Ae.start*Be),pt=Math.min(pt,(Ae.start+Ae.count)*Be)),Ie!==null?(Oe=Math.max(Oe,0),pt=Math.min(pt,Ie.count)):ft!=null&&(Oe=Math.max(Oe,0),pt=Math.min(pt,ft.count));let Jt=pt-Oe;if(Jt<0||Jt===1/0)return;be.setup(Y,q,Te,j,Ie);let Rt,Pt=ne;if(Ie!==null&&(Rt=b.get(Ie),Pt=Se,Pt.setIndex(Rt)),Y.isMesh)q.wireframe===!0?(we.setLineWidth(q.wireframeLinewidth*ln()),Pt.setMode(k.LINES)):Pt.setMode(k.TRIANGLES);else if(Y.isLine){let vn=q.linewidth;vn===void 0&&(vn=1),we.setLineWidth(vn*ln()),Y.isLineSegments?Pt.setMode(k.LINES):Y.isLineLoop?Pt.setMode(k.LINE_LOOP):Pt.setMode(k.LINE_STRIP)}else Y.isPoints?Pt.setMode(k.POINTS):Y.isSprite&&Pt.setMode(k.TRIANGLES);if(Y.isBatchedMesh)if($e.get("WEBGL_multi_draw"))Pt.renderMultiDraw(Y._multiDrawStarts,Y._multiDrawCounts,Y._multiDrawCount);else{let vn=Y._multiDrawStarts,Fe=Y._multiDrawCounts,cn=Y._multiDrawCount,xt=Ie?b.get(Ie).bytesPerElement:1,os=ze.get(q).currentProgram.getUniforms();for(let hn=0;hn<cn;hn++)os.setValue(k,"_gl_DrawID",hn),Pt.render(vn[hn]/xt,Fe[hn])}else if(Y.isInstancedMesh)Pt.renderInstances(Oe,Jt,Y.count);else if(j.isInstancedBufferGeometry){let vn=j._maxInstanceCount!==void 0?j._maxInstanceCount:1/0,Fe=Math.min(j.instanceCount,vn);Pt.renderInstances(Oe,Jt,Fe)}else Pt.render(Oe,Jt)};function Fo(A,B,j,q){O!==null&&A.isNodeMaterial&&O.setObject(q,A),Bt===!0&&ie.setState(A,j,!1),A.transparent===!0&&A.side===Vn&&A.forceSinglePass===!1?(A.side=Qn,A.needsUpdate=!0,Gi(A,B,q),A.side=er,A.needsUpdate=!0,Gi(A,B,q),A.side=Vn):Gi(A,B,q)}this.compile=function(A,B,j=null){j===null&&(j=A),O!==null&&O.renderStart(A,B,j),T=te.get(j),T.init(B),S.push(T),j.traverseVisible(function(Y){Y.isLight&&Y.layers.test(B.layers)&&(T.pushLight(Y),Y.castShadow&&T.pushShadow(Y))}),A!==j&&A.traverseVisible(function(Y){Y.isLight&&Y.layers.test(B.layers)&&(T.pushLight(Y),Y.castShadow&&T.pushShadow(Y))}),T.setupLights(),O!==null&&O.updateLights(T.state.lightsArray),an=this.localClippingEnabled,Bt=ie.init(this.clippingPlanes,an),Bt===!0&&ie.setGlobalState(this.clippingPlanes,B),O!==null&&pe.render(T.state.shadowsArray,j,B);let q=new Set;return A.traverse(function(Y){if(!(Y.isMesh||Y.isPoints||Y.isLine||Y.isSprite))return;let Ae=Y.material;if(Ae)if(Array.isArray(Ae))for(let Pe=0;Pe<Ae.length;Pe++){let Te=Ae[Pe];Fo(Te,j,B,Y),q.add(Te)}else Fo(Ae,j,B,Y),q.add(Ae)}),T=S.pop(),O!==null&&O.renderEnd(),q},this.compileAsync=function(A,B,j=null){let q=this.compile(A,B,j);return new Promise(Y=>{function Ae(){if(q.forEach(function(Pe){let Ie=ze.get(Pe).currentProgram;(Ie===void 0||Ie.isReady())&&q.delete(Pe)}),q.size===0){Y(A);return}setTimeout(Ae,10)}$e.get("KHR_parallel_shader_compile")!==null?Ae():setTimeout(Ae,10)})};let Lr=null;function iu(A){Lr&&Lr(A)}function Ka(){ss.stop()}function Vi(){ss.start()}let ss=new ix;ss.setAnimationLoop(iu),typeof self<"u"&&ss.setContext(self),this.setAnimationLoop=function(A){Lr=A,ce.setAnimationLoop(A),A===null?ss.stop():ss.start()},ce.addEventListener("sessionstart",Ka),ce.addEventListener("sessionend",Vi),this.render=function(A,B){if(B!==void 0&&B.isCamera!==!0){Qe("WebGLRenderer.render: camera is not an instance of THREE.Camera.");return}if(L===!0)return;O!==null&&O.renderStart(A,B);let j=ce.enabled===!0&&ce.isPresenting===!0,q=F!==null&&(le===null||j)&&F.begin(I,le);if(A.matrixWorldAutoUpdate===!0&&A.updateMatrixWorld(),B.parent===null&&B.matrixWorldAutoUpdate===!0&&B.updateMatrixWorld(),ce.enabled===!0&&ce.isPresenting===!0&&(F===null||F.isCompositing()===!1)&&(ce.cameraAutoUpdate===!0&&ce.updateCamera(B),B=ce.getCamera()),A.isScene===!0&&A.onBeforeRender(I,A,B,le),T=te.get(A,S.length),T.init(B),T.state.textureUnits=Xe.getTextureUnits(),S.push(T),Lt.multiplyMatrices(B.projectionMatrix,B.matrixWorldInverse),B.isArrayCamera?qt.setFromArrayCamera(B):nt.setFromProjectionMatrix(Lt,bi,B.reversedDepth),an=this.localClippingEnabled,Bt=ie.init(this.clippingPlanes,an),C=ye.get(A,v.length),C.init(),v.push(C),this.info.render.frame++,ce.enabled===!0&&ce.isPresenting===!0){let Pe=I.xr.getDepthSensingMesh();Pe!==null&&rs(Pe,B,-1/0,I.sortObjects)}rs(A,B,0,I.sortObjects),C.finish(),O!==null&&O.updateLights(T.state.lightsArray),I.sortObjects===!0&&C.sort(He,st),jt=ce.enabled===!1||ce.isPresenting===!1||ce.hasDepthSensing()===!1,jt&&U.addToRenderList(C,A),this.info.autoReset===!0&&this.info.reset(),Bt===!0&&ie.beginShadows();let Y=T.state.shadowsArray;if(pe.render(Y,A,B),Bt===!0&&ie.endShadows(),(q&&F.hasRenderPass())===!1){let Pe=C.opaque,Te=C.transmissive;if(T.setupLights(),B.isArrayCamera){let Ie=B.cameras;if(Te.length>0)for(let Be=0,je=Ie.length;Be<je;Be++){let ft=Ie[Be];Ti(Pe,Te,A,ft)}jt&&U.render(A);for(let Be=0,je=Ie.length;Be<je;Be++){let ft=Ie[Be];Uo(C,A,ft,ft.viewport)}}else Te.length>0&&Ti(Pe,Te,A,B),jt&&U.render(A),Uo(C,A,B)}le!==null&&V===0&&(Xe.updateMultisampleRenderTarget(le),Xe.updateRenderTargetMipmap(le)),q&&F.end(I),A.isScene===!0&&A.onAfterRender(I,A,B),be.resetDefaultState(),Z=-1,Q=null,S.pop(),S.length>0?(T=S[S.length-1],Xe.setTextureUnits(T.state.textureUnits),Bt===!0&&ie.setGlobalState(I.clippingPlanes,T.state.camera)):T=null,v.pop(),v.length>0?C=v[v.length-1]:C=null,O!==null&&O.renderEnd()};function rs(A,B,j,q){if(A.visible===!1)return;if(A.layers.test(B.layers)){if(A.isGroup)j=A.renderOrder;else if(A.isLOD)A.autoUpdate===!0&&A.update(B);else if(A.isLight)T.pushLight(A),A.castShadow&&T.pushShadow(A);else if(A.isSprite){let Pe=B.isArrayCamera?qt:nt;if(!A.frustumCulled||A.intersectsFrustum(Pe)){q&&_t.setFromMatrixPosition(A.matrixWorld).applyMatrix4(Lt);let Te=he.update(A),Ie=A.material;Ie.visible&&C.push(A,Te,Ie,j,_t.z,null,B)}}else if(A.isMesh||A.isLine||A.isPoints){let Pe=B.isArrayCamera?qt:nt;if(!A.frustumCulled||A.intersectsFrustum(Pe)){let Te=he.update(A),Ie=A.material;if(q&&(A.boundingSphere!==void 0?(A.boundingSphere===null&&A.computeBoundingSphere(),_t.copy(A.boundingSphere.center)):(Te.boundingSphere===null&&Te.computeBoundingSphere(),_t.copy(Te.boundingSphere.center)),_t.applyMatrix4(A.matrixWorld).applyMatrix4(Lt)),Array.isArray(Ie)){let Be=Te.groups;for(let je=0,ft=Be.length;je<ft;je++){let Oe=Be[je],pt=Ie[Oe.materialIndex];pt&&pt.visible&&C.push(A,Te,pt,j,_t.z,Oe,B)}}else Ie.visible&&C.push(A,Te,Ie,j,_t.z,null,B)}}}let Ae=A.children;for(let Pe=0,Te=Ae.length;Pe<Te;Pe++)rs(Ae[Pe],B,j,q)}function Uo(A,B,j,q){let{opaque:Y,transmissive:Ae,transparent:Pe}=A;T.setupLightsView(j),Bt===!0&&ie.setGlobalState(I.clippingPlanes,j),q&&we.viewport(se.copy(q)),Y.length>0&&Qt(Y,B,j),Ae.length>0&&Qt(Ae,B,j),Pe.length>0&&Qt(Pe,B,j),we.buffers.depth.setTest(!0),we.buffers.depth.setMask(!0),we.buffers.color.setMask(!0),we.setPolygonOffset(!1)}function Ti(A,B,j,q){if((j.isScene===!0?j.overrideMaterial:null)!==null)return;if(T.state.transmissionRenderTarget[q.id]===void 0){let Oe=$e.has("EXT_color_buffer_half_float")||$e.has("EXT_color_buffer_float");T.state.transmissionRenderTarget[q.id]=new fi(1,1,{generateMipmaps:!0,type:Oe?Oi:ti,minFilter:As,samples:Math.max(4,rt.samples),stencilBuffer:r,resolveDepthBuffer:!1,resolveStencilBuffer:!1,storeMultisampledDepthBuffer:!1,storeMultisampledStencilBuffer:!1,colorSpace:mt.workingColorSpace})}let Ae=T.state.transmissionRenderTarget[q.id],Pe=q.viewport||se;Ae.setSize(Pe.z*I.transmissionResolutionScale,Pe.w*I.transmissionResolutionScale);let Te=I.getRenderTarget(),Ie=I.getActiveCubeFace(),Be=I.getActiveMipmapLevel();I.setRenderTarget(Ae),I.getClearColor(ee),me=I.getClearAlpha(),me<1&&I.setClearColor(16777215,.5),I.clear(),jt&&U.render(j);let je=I.toneMapping;I.toneMapping=ts;let ft=q.viewport;if(q.viewport!==void 0&&(q.viewport=void 0),T.setupLightsView(q),Bt===!0&&ie.setGlobalState(I.clippingPlanes,q),Qt(A,j,q),Xe.updateMultisampleRenderTarget(Ae),Xe.updateRenderTargetMipmap(Ae),$e.has("WEBGL_multisampled_render_to_texture")===!1){let Oe=!1;for(let pt=0,Jt=B.length;pt<Jt;pt++){let Rt=B[pt],{object:Pt,geometry:vn,material:Fe,group:cn}=Rt;if(Fe.side===Vn&&Pt.layers.test(q.layers)){let xt=Fe.side;Fe.side=Qn,Fe.needsUpdate=!0,sn(Pt,j,q,vn,Fe,cn),Fe.side=xt,Fe.needsUpdate=!0,Oe=!0}}Oe===!0&&(Xe.updateMultisampleRenderTarget(Ae),Xe.updateRenderTargetMipmap(Ae))}I.setRenderTarget(Te,Ie,Be),I.setClearColor(ee,me),ft!==void 0&&(q.viewport=ft),I.toneMapping=je}function Qt(A,B,j){let q=B.isScene===!0?B.overrideMaterial:null;for(let Y=0,Ae=A.length;Y<Ae;Y++){let Pe=A[Y],{object:Te,geometry:Ie,group:Be}=Pe,je=Pe.material;je.allowOverride===!0&&q!==null&&(je=q),Te.layers.test(j.layers)&&sn(Te,B,j,Ie,je,Be)}}function sn(A,B,j,q,Y,Ae){O!==null&&Y.isNodeMaterial&&O.setObject(A,Y),A.onBeforeRender(I,B,j,q,Y,Ae),A.modelViewMatrix.multiplyMatrices(j.matrixWorldInverse,A.matrixWorld),A.normalMatrix.getNormalMatrix(A.modelViewMatrix),Y.onBeforeRender(I,B,j,q,A,Ae),Y.transparent===!0&&Y.side===Vn&&Y.forceSinglePass===!1?(Y.side=Qn,Y.needsUpdate=!0,I.renderBufferDirect(j,B,q,Y,A,Ae),Y.side=er,Y.needsUpdate=!0,I.renderBufferDirect(j,B,q,Y,A,Ae),Y.side=Vn):I.renderBufferDirect(j,B,q,Y,A,Ae),A.onAfterRender(I,B,j,q,Y,Ae)}function rn(A){let B=0;for(let j of A)j.texture!==null&&B++;return B}function Gi(A,B,j){B.isScene!==!0&&(B=xn);let q=ze.get(A),Y=T.state.lights,Ae=T.state.shadowsArray,Pe=Y.state.version,Te=oe.getParameters(A,Y.state,Ae,B,j,T.state.lightProbeGridArray),Ie=oe.getProgramCacheKey(Te),Be=q.programs;q.environment=A.isMeshStandardMaterial||A.isMeshLambertMaterial||A.isMeshPhongMaterial?B.environment:null,q.fog=B.fog;let je=A.isMeshStandardMaterial||A.isMeshLambertMaterial&&!A.envMap||A.isMeshPhongMaterial&&!A.envMap;q.envMap=R.get(A.envMap||q.environment,je),q.envMapRotation=q.environment!==null&&A.envMap===null?B.environmentRotation:A.envMapRotation,Be===void 0&&(A.addEventListener("dispose",at),Be=new Map,q.programs=Be,q.programVariants=new Map);let ft=Be.get(Ie);if(ft!==void 0){if(q.currentProgram===ft&&q.lightsStateVersion===Pe)return ko(A,Te),ft}else Te.uniforms=oe.getUniforms(A),O!==null&&A.isNodeMaterial&&O.build(A,j,Te),A.onBeforeCompile(Te,I),ft=oe.acquireProgram(Te,Ie),Be.set(Ie,ft),q.uniforms=Te.uniforms;let Oe=q.uniforms;return(!A.isShaderMaterial&&!A.isRawShaderMaterial||A.clipping===!0)&&(Oe.clippingPlanes=ie.uniform),ko(A,Te),q.needsLights=Ps(A),q.lightsStateVersion=Pe,q.needsLights&&(Oe.ambientLightColor.value=Y.state.ambient,Oe.lightProbe.value=Y.state.probe,Oe.sunLights.value=Y.state.sun,Oe.sunLightShadows.value=Y.state.sunShadow,Oe.directionalLights.value=Y.state.directional,Oe.directionalLightShadows.value=Y.state.directionalShadow,Oe.spotLights.value=Y.state.spot,Oe.spotLightShadows.value=Y.state.spotShadow,Oe.rectAreaLights.value=Y.state.rectArea,Oe.ltc_1.value=Y.state.rectAreaLTC1,Oe.ltc_2.value=Y.state.rectAreaLTC2,Oe.pointLights.value=Y.state.point,Oe.pointLightShadows.value=Y.state.pointShadow,Oe.hemisphereLights.value=Y.state.hemi,Oe.sunShadowMatrix.value=Y.state.sunShadowMatrix,Oe.sunShadowCascade.value=Y.state.sunShadowCascade,Oe.directionalShadowMatrix.value=Y.state.directionalShadowMatrix,Oe.spotLightMatrix.value=Y.state.spotLightMatrix,Oe.spotLightMap.value=Y.state.spotLightMap,Oe.pointShadowMatrix.value=Y.state.pointShadowMatrix),q.numLightProbeGrids=rn(T.state.lightProbeGridArray),q.currentProgram=ft,q.uniformsList=null,ft}function ni(A,B,j,q,Y){let Ae=ze.get(A),Pe=Ae.currentProgram.id+","+q+","+Y,Te=Ae.programVariants.get(Pe);return Te===void 0?(Te=Gi(A,B,j),Ae.programVariants.set(Pe,Te)):(Ae.currentProgram=Te,Ae.uniformsList=null,Ae.outputColorSpace=q,Ae.toneMapping=Y),Te}function Rs(A){if(A.uniformsList===null){let B=A.currentProgram.getUniforms();A.uniformsList=Ro.seqWithValue(B.seq,A.uniforms)}return A.uniformsList}function ko(A,B){let j=ze.get(A);j.outputColorSpace=B.outputColorSpace,j.batching=B.batching,j.batchingColor=B.batchingColor,j.instancing=B.instancing,j.instancingColor=B.instancingColor,j.instancingMorph=B.instancingMorph,j.skinning=B.skinning,j.morphTargets=B.morphTargets,j.morphNormals=B.morphNormals,j.morphColors=B.morphColors,j.morphTargetsCount=B.morphTargetsCount,j.numClippingPlanes=B.numClippingPlanes,j.numIntersection=B.numClipIntersection,j.vertexAlphas=B.vertexAlphas,j.vertexTangents=B.vertexTangents,j.toneMapping=B.toneMapping}function Oo(A,B,j,q,Y){B.isScene!==!0&&(B=xn),Xe.resetTextureUnits();let Ae=B.fog,Pe=q.isMeshStandardMaterial||q.isMeshLambertMaterial||q.isMeshPhongMaterial?B.environment:null,Te=le===null?I.outputColorSpace:le.isXRRenderTarget===!0?le.texture.colorSpace:mt.workingColorSpace,Ie=q.isMeshStandardMaterial||q.isMeshLambertMaterial&&!q.envMap||q.isMeshPhongMaterial&&!q.envMap,Be=R.get(q.envMap||Pe,Ie),je=q.vertexColors===!0&&!!j.attributes.color&&j.attributes.color.itemSize===4,ft=!!j.attributes.tangent&&(!!q.normalMap||q.anisotropy>0),Oe=!!j.morphAttributes.position,pt=!!j.morphAttributes.normal,Jt=!!j.morphAttributes.color,Rt=ts;q.toneMapped&&(le===null||le.isXRRenderTarget===!0)&&(Rt=I.toneMapping);let Pt=j.morphAttributes.position||j.morphAttributes.normal||j.morphAttributes.color,vn=Pt!==void 0?Pt.length:0,Fe=ze.get(q),cn=T.state.lights;if(Bt===!0&&(an===!0||A!==Q)){let It=A===Q&&q.id===Z;ie.setState(q,A,It)}let xt=!1,os=!1;q.version===Fe.__version?Fe.needsLights&&Fe.lightsStateVersion!==cn.state.version||Y.isBatchedMesh&&Fe.batching===!1||!Y.isBatchedMesh&&Fe.batching===!0||Y.isBatchedMesh&&Fe.batchingColor===!0&&Y._colorsTexture===null||Y.isBatchedMesh&&Fe.batchingColor===!1&&Y._colorsTexture!==null||Y.isInstancedMesh&&Fe.instancing===!1||!Y.isInstancedMesh&&Fe.instancing===!0||Y.isSkinnedMesh&&Fe.skinning===!1||!Y.isSkinnedMesh&&Fe.skinning===!0||Y.isInstancedMesh&&Fe.instancingColor===!0&&Y.instanceColor===null||Y.isInstancedMesh&&Fe.instancingColor===!1&&Y.instanceColor!==null||Y.isInstancedMesh&&Fe.instancingMorph===!0&&Y.morphTexture===null||Y.isInstancedMesh&&Fe.instancingMorph===!1&&Y.morphTexture!==null||Fe.envMap!==Be||q.fog===!0&&Fe.fog!==Ae||Fe.numClippingPlanes!==void 0&&(Fe.numClippingPlanes!==ie.numPlanes||Fe.numIntersection!==ie.numIntersection)||Fe.vertexAlphas!==je||Fe.vertexTangents!==ft||Fe.morphTargets!==Oe||Fe.morphNormals!==pt||Fe.morphColors!==Jt||Fe.morphTargetsCount!==vn||Fe.numLightProbeGrids!==rn(T.state.lightProbeGridArray)?xt=!0:(Fe.outputColorSpace!==Te||Fe.toneMapping!==Rt)&&(os=!0):(xt=!0,Fe.__version=q.version);let hn=Fe.currentProgram;(xt===!0||os===!0)&&(hn=os===!0?ni(q,B,Y,Te,Rt):Gi(q,B,Y),O&&q.isNodeMaterial&&O.onUpdateProgram(q,hn,Fe));let Fr=!1,Hi=!1,as=!1,ct=hn.getUniforms(),en=Fe.uniforms;if(we.useProgram(hn.program)&&(Fr=!0,Hi=!0,as=!0),q.id!==Z&&(Z=q.id,Hi=!0),Fr||Q!==A){we.buffers.depth.getReversed()&&A.reversedDepth!==!0&&(A._reversedDepth=!0,A.updateProjectionMatrix()),ct.setValue(k,"projectionMatrix",A.projectionMatrix),ct.setValue(k,"viewMatrix",A.matrixWorldInverse);let un=ct.map.cameraPosition;un!==void 0&&un.setValue(k,wn.setFromMatrixPosition(A.matrixWorld)),rt.logarithmicDepthBuffer&&ct.setValue(k,"logDepthBufFC",2/(Math.log(A.far+1)/Math.LN2)),(q.isMeshPhongMaterial||q.isMeshToonMaterial||q.isMeshLambertMaterial||q.isMeshBasicMaterial||q.isMeshStandardMaterial||q.isShaderMaterial)&&ct.setValue(k,"isOrthographic",A.isOrthographicCamera===!0),Q!==A&&(Q=A,Hi=!0,as=!0)}if(Fe.needsLights&&(cn.state.sunShadowMap.length>0&&ct.setValue(k,"sunShadowMap",cn.state.sunShadowMap,Xe),cn.state.directionalShadowMap.length>0&&ct.setValue(k,"directionalShadowMap",cn.state.directionalShadowMap,Xe),cn.state.spotShadowMap.length>0&&ct.setValue(k,"spotShadowMap",cn.state.spotShadowMap,Xe),cn.state.pointShadowMap.length>0&&ct.setValue(k,"pointShadowMap",cn.state.pointShadowMap,Xe)),Y.isSkinnedMesh){ct.setOptional(k,Y,"bindMatrix"),ct.setOptional(k,Y,"bindMatrixInverse");let It=Y.skeleton;It&&(It.boneTexture===null&&It.computeBoneTexture(),ct.setValue(k,"boneTexture",It.boneTexture,Xe))}Y.isBatchedMesh&&(ct.setOptional(k,Y,"batchingTexture"),ct.setValue(k,"batchingTexture",Y._matricesTexture,Xe),ct.setOptional(k,Y,"batchingIdTexture"),ct.setValue(k,"batchingIdTexture",Y._indirectTexture,Xe),ct.setOptional(k,Y,"batchingColorTexture"),Y._colorsTexture!==null&&ct.setValue(k,"batchingColorTexture",Y._colorsTexture,Xe));let Wn=j.morphAttributes;if((Wn.position!==void 0||Wn.normal!==void 0||Wn.color!==void 0)&&re.update(Y,j,hn),(Hi||Fe.receiveShadow!==Y.receiveShadow)&&(Fe.receiveShadow=Y.receiveShadow,ct.setValue(k,"receiveShadow",Y.receiveShadow)),(q.isMeshStandardMaterial||q.isMeshLambertMaterial||q.isMeshPhongMaterial)&&q.envMap===null&&B.environment!==null&&(en.envMapIntensity.value=B.environmentIntensity),en.dfgLUT!==void 0&&(en.dfgLUT.value=F1()),Hi){if(ct.setValue(k,"toneMappingExposure",I.toneMappingExposure),Fe.needsLights&&Nr(en,as),Ae&&q.fog===!0&&xe.refreshFogUniforms(en,Ae),xe.refreshMaterialUniforms(en,q,Me,Ee,T.state.transmissionRenderTarget[A.id]),Fe.needsLights&&Fe.numLightProbeGrids>0){let It=M,un=0;for(let Fn of T.state.lightProbeGridArray)Fn.texture!==null&&(It.textures[un]=Fn.texture,It.min[un]=Fn.boundingBox.min,It.max[un]=Fn.boundingBox.max,It.resolution[un]=Fn.resolution,un++);for(let Fn in It)It[Fn].length=un;en.probesSH.value=It.textures,en.probesMin.value=It.min,en.probesMax.value=It.max,en.probesResolution.value=It.resolution}Ro.upload(k,Rs(Fe),en,Xe)}if(q.isShaderMaterial&&q.uniformsNeedUpdate===!0&&(Ro.upload(k,Rs(Fe),en,Xe),q.uniformsNeedUpdate=!1),q.isSpriteMaterial&&ct.setValue(k,"center",Y.center),ct.setValue(k,"modelViewMatrix",Y.modelViewMatrix),ct.setValue(k,"normalMatrix",Y.normalMatrix),ct.setValue(k,"modelMatrix",Y.matrixWorld),q.uniformsGroups!==void 0){let It=q.uniformsGroups;for(let un=0,Fn=It.length;un<Fn;un++){let ja=It[un];Ge.update(ja,hn),Ge.bind(ja,hn)}}return hn}function Nr(A,B){A.ambientLightColor.needsUpdate=B,A.lightProbe.needsUpdate=B,A.sunLights.needsUpdate=B,A.sunLightShadows.needsUpdate=B,A.directionalLights.needsUpdate=B,A.directionalLightShadows.needsUpdate=B,A.pointLights.needsUpdate=B,A.pointLightShadows.needsUpdate=B,A.spotLights.needsUpdate=B,A.spotLightShadows.needsUpdate=B,A.rectAreaLights.needsUpdate=B,A.hemisphereLights.needsUpdate=B}function Ps(A){return A.isMeshLambertMaterial||A.isMeshToonMaterial||A.isMeshPhongMaterial||A.isMeshStandardMaterial||A.isShadowMaterial||A.isShaderMaterial&&A.lights===!0}this.getActiveCubeFace=function(){return X},this.getActiveMipmapLevel=function(){return V},this.getRenderTarget=function(){return le},this.setRenderTargetTextures=function(A,B,j){let q=ze.get(A);q.__autoAllocateDepthBuffer=A.resolveDepthBuffer===!1,q.__autoAllocateDepthBuffer===!1&&(q.__useRenderToTexture=!1),ze.get(A.texture).__webglTexture=B,ze.get(A.depthTexture).__webglTexture=q.__autoAllocateDepthBuffer?void 0:j,q.__hasExternalTextures=!0},this.setRenderTargetFramebuffer=function(A,B){let j=ze.get(A);j.__webglFramebuffer=B,j.__useDefaultFramebuffer=B===void 0},this.setRenderTarget=function(A,B=0,j=0){le=A,X=B,V=j;let q=null,Y=!1,Ae=!1;if(A){let Te=ze.get(A);if(Te.__useDefaultFramebuffer!==void 0){we.bindFramebuffer(k.FRAMEBUFFER,Te.__webglFramebuffer),se.copy(A.viewport),de.copy(A.scissor),ue=A.scissorTest,we.viewport(se),we.scissor(de),we.setScissorTest(ue),Z=-1;return}else if(Te.__webglFramebuffer===void 0)Xe.setupRenderTarget(A);else if(Te.__hasExternalTextures)Xe.rebindTextures(A,ze.get(A.texture).__webglTexture,ze.get(A.depthTexture).__webglTexture);else if(A.depthBuffer){let je=A.depthTexture;if(Te.__boundDepthTexture!==je){if(je!==null&&ze.has(je)&&(A.width!==je.image.width||A.height!==je.image.height))throw new Error("THREE.WebGLRenderer: Attached DepthTexture is initialized to the incorrect size.");Xe.setupDepthRenderbuffer(A)}}let Ie=A.texture;(Ie.isData3DTexture||Ie.isDataArrayTexture||Ie.isCompressedArrayTexture)&&(Ae=!0);let Be=ze.get(A).__webglFramebuffer;A.isWebGLCubeRenderTarget?(Array.isArray(Be[B])?q=Be[B][j]:q=Be[B],Y=!0):A.samples>0&&Xe.useMultisampledRTT(A)===!1?q=ze.get(A).__webglMultisampledFramebuffer:Array.isArray(Be)?q=Be[j]:q=Be,se.copy(A.viewport),de.copy(A.scissor),ue=A.scissorTest}else se.copy(Ve).multiplyScalar(Me).floor(),de.copy(ut).multiplyScalar(Me).floor(),ue=lt;if(j!==0&&(q=z),we.bindFramebuffer(k.FRAMEBUFFER,q)&&we.drawBuffers(A,q),we.viewport(se),we.scissor(de),we.setScissorTest(ue),Y){let Te=ze.get(A.texture);k.framebufferTexture2D(k.FRAMEBUFFER,k.COLOR_ATTACHMENT0,k.TEXTURE_CUBE_MAP_POSITIVE_X+B,Te.__webglTexture,j)}else if(Ae){let Te=B;for(let Ie=0;Ie<A.textures.length;Ie++){let Be=ze.get(A.textures[Ie]);k.framebufferTextureLayer(k.FRAMEBUFFER,k.COLOR_ATTACHMENT0+Ie,Be.__webglTexture,j,Te)}}else if(A!==null&&j!==0){let Te=ze.get(A.texture);k.framebufferTexture2D(k.FRAMEBUFFER,k.COLOR_ATTACHMENT0,k.TEXTURE_2D,Te.__webglTexture,j)}Z=-1};function Dr(A){let B=ze.get(A);return(B.__readFormat!==A.format||B.__readType!==A.type)&&(B.__readFormat=A.format,B.__readType=A.type,B.__formatReadable=rt.textureFormatReadable(A.format),B.__typeReadable=rt.textureTypeReadable(A.type)),B}this.readRenderTargetPixels=function(A,B,j,q,Y,Ae,Pe,Te=0){if(!(A&&A.isWebGLRenderTarget)){Qe("WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");return}let Ie=ze.get(A).__webglFramebuffer;if(A.isWebGLCubeRenderTarget&&Pe!==void 0&&(Ie=Ie[Pe],Array.isArray(Ie)&&(Ie=Ie[0])),Ie){we.bindFramebuffer(k.FRAMEBUFFER,Ie);try{let Be=A.textures[Te],je=Be.format,ft=Be.type;A.textures.length>1&&k.readBuffer(k.COLOR_ATTACHMENT0+Te);let Oe=Dr(Be);if(Oe.__formatReadable===!1){Qe("WebGLRenderer.readRenderTargetPixels: renderTarget is not in RGBA or implementation defined format.");return}if(Oe.__typeReadable===!1){Qe("WebGLRenderer.readRenderTargetPixels: renderTarget is not in UnsignedByteType or implementation defined type.");return}B>=0&&B<=A.width-q&&j>=0&&j<=A.height-Y&&k.readPixels(B,j,q,Y,ge.convert(je),ge.convert(ft),Ae)}finally{let Be=le!==null?ze.get(le).__webglFramebuffer:null;we.bindFramebuffer(k.FRAMEBUFFER,Be)}}},this.readRenderTargetPixelsAsync=async function(A,B,j,q,Y,Ae,Pe,Te=0){if(!(A&&A.isWebGLRenderTarget))throw new Error("THREE.WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");let Ie=ze.get(A).__webglFramebuffer;if(A.isWebGLCubeRenderTarget&&Pe!==void 0&&(Ie=Ie[Pe],Array.isArray(Ie)&&(Ie=Ie[0])),Ie)if(B>=0&&B<=A.width-q&&j>=0&&j<=A.height-Y){we.bindFramebuffer(k.FRAMEBUFFER,Ie);let Be=A.textures[Te],je=Be.format,ft=Be.type;A.textures.length>1&&k.readBuffer(k.COLOR_ATTACHMENT0+Te);let Oe=Dr(Be);if(Oe.__formatReadable===!1)throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in RGBA or implementation defined format.");if(Oe.__typeReadable===!1)throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in UnsignedByteType or implementation defined type.");let pt=k.createBuffer();k.bindBuffer(k.PIXEL_PACK_BUFFER,pt),k.bufferData(k.PIXEL_PACK_BUFFER,Ae.byteLength,k.STREAM_READ),k.readPixels(B,j,q,Y,ge.convert(je),ge.convert(ft),0),k.bindBuffer(k.PIXEL_PACK_BUFFER,null);let Jt=le!==null?ze.get(le).__webglFramebuffer:null;we.bindFramebuffer(k.FRAMEBUFFER,Jt);let Rt=k.fenceSync(k.SYNC_GPU_COMMANDS_COMPLETE,0);return k.flush(),await R0(k,Rt,4),k.bindBuffer(k.PIXEL_PACK_BUFFER,pt),k.getBufferSubData(k.PIXEL_PACK_BUFFER,0,Ae),k.bindBuffer(k.PIXEL_PACK_BUFFER,null),k.deleteBuffer(pt),k.deleteSync(Rt),Ae}else throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: requested read bounds are out of range.")},this.copyFramebufferToTexture=function(A,B=null,j=0){let q=Math.pow(2,-j),Y=Math.floor(A.image.width*q),Ae=Math.floor(A.image.height*q),Pe=B!==null?B.x:0,Te=B!==null?B.y:0;Xe.setTexture2D(A,0),k.copyTexSubImage2D(k.TEXTURE_2D,j,0,0,Pe,Te,Y,Ae),we.unbindTexture()},this.copyTextureToTexture=function(A,B,j=null,q=null,Y=0,Ae=0){let Pe,Te,Ie,Be,je,ft,Oe,pt,Jt,Rt=A.isCompressedTexture?A.mipmaps[Ae]:A.image;if(j!==null)Pe=j.max.x-j.min.x,Te=j.max.y-j.min.y,Ie=j.isBox3?j.max.z-j.min.z:1,Be=j.min.x,je=j.min.y,ft=j.isBox3?j.min.z:0;else{let ct=Math.pow(2,-Y);Pe=Math.floor(Rt.width*ct),Te=Math.floor(Rt.height*ct),A.isDataArrayTexture?Ie=Rt.depth:A.isData3DTexture?Ie=Math.floor(Rt.depth*ct):Ie=1,Be=0,je=0,ft=0}q!==null?(Oe=q.x,pt=q.y,Jt=q.z):(Oe=0,pt=0,Jt=0);let Pt=ge.convert(B.format),vn=ge.convert(B.type),Fe;B.isData3DTexture?(Xe.setTexture3D(B,0),Fe=k.TEXTURE_3D):B.isDataArrayTexture||B.isCompressedArrayTexture?(Xe.setTexture2DArray(B,0),Fe=k.TEXTURE_2D_ARRAY):(Xe.setTexture2D(B,0),Fe=k.TEXTURE_2D),we.activeTexture(k.TEXTURE0),we.pixelStorei(k.UNPACK_FLIP_Y_WEBGL,B.flipY),we.pixelStorei(k.UNPACK_PREMULTIPLY_ALPHA_WEBGL,B.premultiplyAlpha),we.pixelStorei(k.UNPACK_ALIGNMENT,B.unpackAlignment);let cn=we.getParameter(k.UNPACK_ROW_LENGTH),xt=we.getParameter(k.UNPACK_IMAGE_HEIGHT),os=we.getParameter(k.UNPACK_SKIP_PIXELS),hn=we.getParameter(k.UNPACK_SKIP_ROWS),Fr=we.getParameter(k.UNPACK_SKIP_IMAGES);we.pixelStorei(k.UNPACK_ROW_LENGTH,Rt.width),we.pixelStorei(k.UNPACK_IMAGE_HEIGHT,Rt.height),we.pixelStorei(k.UNPACK_SKIP_PIXELS,Be),we.pixelStorei(k.UNPACK_SKIP_ROWS,je),we.pixelStorei(k.UNPACK_SKIP_IMAGES,ft);let Hi=A.isDataArrayTexture||A.isData3DTexture,as=B.isDataArrayTexture||B.isData3DTexture;if(A.isDepthTexture){let ct=ze.get(A),en=ze.get(B),Wn=ze.get(ct.__renderTarget),It=ze.get(en.__renderTarget);we.bindFramebuffer(k.READ_FRAMEBUFFER,Wn.__webglFramebuffer),we.bindFramebuffer(k.DRAW_FRAMEBUFFER,It.__webglFramebuffer);for(let un=0;un<Ie;un++)Hi&&(k.framebufferTextureLayer(k.READ_FRAMEBUFFER,k.COLOR_ATTACHMENT0,ze.get(A).__webglTexture,Y,ft+un),k.framebufferTextureLayer(k.DRAW_FRAMEBUFFER,k.COLOR_ATTACHMENT0,ze.get(B).__webglTexture,Ae,Jt+un)),k.blitFramebuffer(Be,je,Be+Pe,je+Te,Oe,pt,Oe+Pe,pt+Te,k.DEPTH_BUFFER_BIT,k.NEAREST);we.bindFramebuffer(k.READ_FRAMEBUFFER,null),we.bindFramebuffer(k.DRAW_FRAMEBUFFER,null)}else if(Y!==0||A.isRenderTargetTexture||ze.has(A)){let ct=ze.get(A),en=ze.get(B);we.bindFramebuffer(k.READ_FRAMEBUFFER,N),we.bindFramebuffer(k.DRAW_FRAMEBUFFER,H);for(let Wn=0;Wn<Ie;Wn++)Hi?k.framebufferTextureLayer(k.READ_FRAMEBUFFER,k.COLOR_ATTACHMENT0,ct.__webglTexture,Y,ft+Wn):k.framebufferTexture2D(k.READ_FRAMEBUFFER,k.COLOR_ATTACHMENT0,k.TEXTURE_2D,ct.__webglTexture,Y),as?k.framebufferTextureLayer(k.DRAW_FRAMEBUFFER,k.COLOR_ATTACHMENT0,en.__webglTexture,Ae,Jt+Wn):k.framebufferTexture2D(k.DRAW_FRAMEBUFFER,k.COLOR_ATTACHMENT0,k.TEXTURE_2D,en.__webglTexture,Ae),Y!==0?k.blitFramebuffer(Be,je,Be+Pe,je+Te,Oe,pt,Oe+Pe,pt+Te,k.COLOR_BUFFER_BIT,k.NEAREST):as?k.copyTexSubImage3D(Fe,Ae,Oe,pt,Jt+Wn,Be,je,Pe,Te):k.copyTexSubImage2D(Fe,Ae,Oe,pt,Be,je,Pe,Te);we.bindFramebuffer(k.READ_FRAMEBUFFER,null),we.bindFramebuffer(k.DRAW_FRAMEBUFFER,null)}else as?A.isDataTexture||A.isData3DTexture?k.texSubImage3D(Fe,Ae,Oe,pt,Jt,Pe,Te,Ie,Pt,vn,Rt.data):B.isCompressedArrayTexture?k.compressedTexSubImage3D(Fe,Ae,Oe,pt,Jt,Pe,Te,Ie,Pt,Rt.data):k.texSubImage3D(Fe,Ae,Oe,pt,Jt,Pe,Te,Ie,Pt,vn,Rt):A.isDataTexture?k.texSubImage2D(k.TEXTURE_2D,Ae,Oe,pt,Pe,Te,Pt,vn,Rt.data):A.isCompressedTexture?k.compressedTexSubImage2D(k.TEXTURE_2D,Ae,Oe,pt,Rt.width,Rt.height,Pt,Rt.data):k.texSubImage2D(k.TEXTURE_2D,Ae,Oe,pt,Pe,Te,Pt,vn,Rt);we.pixelStorei(k.UNPACK_ROW_LENGTH,cn),we.pixelStorei(k.UNPACK_IMAGE_HEIGHT,xt),we.pixelStorei(k.UNPACK_SKIP_PIXELS,os),we.pixelStorei(k.UNPACK_SKIP_ROWS,hn),we.pixelStorei(k.UNPACK_SKIP_IMAGES,Fr),Ae===0&&B.generateMipmaps===!0&&B.mipmapsAutoUpdate===!0&&k.generateMipmap(Fe),we.unbindTexture()},this.initRenderTarget=function(A){ze.get(A).__webglFramebuffer===void 0&&Xe.setupRenderTarget(A)},this.initTexture=function(A){A.isCubeTexture?Xe.setTextureCube(A,0):A.isData3DTexture?Xe.setTexture3D(A,0):A.isDataArrayTexture||A.isCompressedArrayTexture?Xe.setTexture2DArray(A,0):Xe.setTexture2D(A,0),we.unbindTexture()},this.resetState=function(){X=0,V=0,le=null,we.reset(),be.reset()},typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}get coordinateSystem(){return bi}get outputColorSpace(){return this._outputColorSpace}set outputColorSpace(e){this._outputColorSpace=e;let t=this.getContext();t.drawingBufferColorSpace=mt._getDrawingBufferColorSpace(e),t.unpackColorSpace=mt._getUnpackColorSpace()}};function px(i,e,t){return Math.max(0,i*(t-e))}function mx(i,e,t,n){return i*Math.max(0,n-e-t)}function bf(i,e,t){return t>0?Math.min(1,Math.max(0,(i-e+t)/t)):i>=e?1:0}function Io(i,e,t,n){let s=e,r=t-1;for(;s<r;){let o=s+r+1>>1;i[o]<=n?s=o:r=o-1}return s}function Bh(i,e,t){return e>i?Math.min(1,Math.max(0,(t-i)/(e-i))):0}function Dn(i,e,t){return i+(e-i)*t}function gx(i,e,t,n){let s=e[0]*t[0]+e[1]*t[1]+e[2]*t[2]+e[3]*t[3],r=s<0?-1:1;s=Math.min(1,s*r);let o=Math.acos(s),a=1-n,l=n;if(o>.001){let h=Math.sin(o);a=Math.sin(a*o)/h,l=Math.sin(l*o)/h}l*=r;for(let h=0;h<4;h++)i[h]=a*e[h]+l*t[h];let c=Math.hypot(i[0],i[1],i[2],i[3])||1;for(let h=0;h<4;h++)i[h]/=c;return i}function Er(i){if(!(i>0)||!Number.isFinite(i))return 1;let e=10**Math.floor(Math.log10(i)+1e-12),t=i/e*(1+1e-12);return e*(t>=5?5:t>=2?2:1)}function xx(i,e,t){let n=t*e/i;if(!(n>1)||!Number.isFinite(n))return 1;for(let s=1;;s*=10)for(let r of[1,2,5])if(s*r>=n*(1-1e-9))return s*r}function vx(i,e,t){let{x:n,y:s,z:r}=i,o=Io(n,0,n.length,e),a=Io(s,0,s.length,t),l=Math.min(o+1,n.length-1),c=Math.min(a+1,s.length-1),h=Bh(n[o],n[l],e),u=Bh(s[a],s[c],t);return Dn(Dn(r[a][o],r[a][l],h),Dn(r[c][o],r[c][l],h),u)}function Si(i,e){for(let t=0;t<3;t++)i.low[t]=Math.min(i.low[t],e[t]),i.high[t]=Math.max(i.high[t],e[t])}function Wa(){return{low:[1/0,1/0,1/0],high:[-1/0,-1/0,-1/0]}}function zh(i,e,t,n,s,r){let o=Math.cos(e),a=Math.sin(e),l=Math.cos(t),c=Math.sin(t),h=[-a,o,0],u=[-c*o,-c*a,l],d=[l*o,l*a,c],f=(g,_)=>g[0]*_[0]+g[1]*_[1]+g[2]*_[2],p=Wa();for(let g of i)Si(p,g);let x=[0,1,2].map(g=>(p.low[g]+p.high[g])/2),m=0;for(let g=0;g<6;g++){m=0;for(let S of i){let F=[S[0]-x[0],S[1]-x[1],S[2]-x[2]];m=Math.max(m,Math.abs(f(F,h))/(n*r)+f(F,d),Math.abs(f(F,u))/(s*r)+f(F,d))}let _=1/0,E=-1/0,M=1/0,C=-1/0;for(let S of i){let F=[S[0]-x[0],S[1]-x[1],S[2]-x[2]],I=Math.max(1e-9,m-f(F,d)),L=f(F,h)/I,O=f(F,u)/I;_=Math.min(_,L),E=Math.max(E,L),M=Math.min(M,O),C=Math.max(C,O)}if(g===5)break;let T=(_+E)/2*m,v=(M+C)/2*m;for(let S=0;S<3;S++)x[S]=x[S]+h[S]*T+u[S]*v}return{target:x,distance:m}}var nr=30,U1=40,k1=2e3;function Gh(){return{at:[0,0,0],attitude:[1,0,0,0],believed:!1,beliefAt:[0,0,0],belief:[1,0,0,0]}}var Vh=class{constructor(e,t,n,s){this.api=e;this.number=t;this.run=n;this.changed=s}api;number;run;changed;have=new Map;asked=new Map;length=4;trouble="";want(e,t,n,s){this.length=O1(n?t:0);let r=this.index(e);this.ask(r,s);for(let o=1;o<=Math.ceil(nr/this.length)&&o<=r;o++)this.ask(r-o,s);n&&this.ask(r+1,s)}at(e){let t=this.have.get(this.key(this.index(e)));if(t&&t.to>=e)return t;for(let n of this.have.values())if(n.from<=e&&(e<n.to||e===n.to&&e>=this.end()))return n;return null}reach(e){if(this.at(e))return e;let t=this.have.get(this.key(this.index(e)));return t&&t.to<=e?t.to:NaN}whole(e){let t=this.index(e);for(let n=0;n<=Math.ceil(nr/this.length)&&n<=t;n++)if(!this.have.has(this.key(t-n)))return!1;return!0}pose(e,t,n){let s=this.at(t),r=s?.rows.get(e),o=s?.times.get(e);if(!s||!r||!o||r.length===0)return!1;let a=s.data.poses,l=Io(o,0,o.length,t),c=Math.min(l+1,r.length-1),h=r[l],u=r[c],d=Bh(o[l],o[c],t);if(n.at[0]=Dn(a.x[h],a.x[u],d),n.at[1]=Dn(a.y[h],a.y[u],d),n.at[2]=Dn(a.z[h],a.z[u],d),yx(n.attitude,a.qw,a.qx,a.qy,a.qz,h,u,d),n.believed=a.believed!==void 0&&a.believed[h]===1,n.believed){let f=a.believed[u]===1?u:h;n.beliefAt[0]=Dn(a.bx[h],a.bx[f],d),n.beliefAt[1]=Dn(a.by[h],a.by[f],d),n.beliefAt[2]=Dn(a.bz[h],a.bz[f],d),yx(n.belief,a.bw,a.bqx,a.bqy,a.bqz,h,f,d)}return!0}behind(e,t){let n=this.index(e),s=n;for(;s>0&&s*this.length>e-nr&&this.have.has(this.key(s-1));)s--;for(let r=s;r<=n;r++){let o=this.have.get(this.key(r));o&&t(o)}}end(){return Math.min(this.run.duration,Math.max(this.run.reached,0))||this.run.duration}index(e){return Math.max(0,Math.min(Math.floor(e/this.length),Math.ceil(this.end()/this.length)-1))}key(e){return`${this.length}:${e}`}ask(e,t){let n=e*this.length,s=Math.min(n+this.length,this.end()),r=this.key(e),o=this.have.get(r);if(!(n<s))return;if(o&&o.to>=s){this.have.delete(r),this.have.set(r,o);return}let a=this.asked.get(r);a!==void 0&&t-a<k1||(this.asked.set(r,1/0),this.api.scene(this.number,n,s).then(l=>{this.asked.delete(r),this.trouble="",this.have.set(r,B1(n,s,l));for(let c of this.have.keys()){if(this.have.size<=U1)break;this.have.delete(c)}this.changed()},l=>{this.asked.set(r,t),this.trouble=l instanceof Error?l.message:String(l),this.changed()}))}};function O1(i){let e=4;for(;e<2*i&&e<64;)e*=2;return e}function yx(i,e,t,n,s,r,o,a){Xa[0]=e[r],Xa[1]=t[r],Xa[2]=n[r],Xa[3]=s[r],$a[0]=e[o],$a[1]=t[o],$a[2]=n[o],$a[3]=s[o],gx(i,Xa,$a,a)}var Xa=[1,0,0,0],$a=[1,0,0,0];function B1(i,e,t){let{sends:n,arrivals:s,poses:r}=t,o=new Map;for(let f=0;f<n.rows;f++)o.set(`${n.link[f]}.${n.number[f]}`,f);let a=new Int32Array(s.rows).fill(-1),l=new Int32Array(n.rows*5),c=new Uint8Array(n.rows).fill(Ho);for(let f=0;f<s.rows;f++){let p=o.get(`${s.link[f]}.${s.number[f]}`);if(p===void 0)continue;a[f]=p,(n.dest[p]<0||n.dest[p]===s.node[f])&&s.class[f]<5&&l[p*5+s.class[f]]++}for(let f=0;f<n.rows;f++){let p=0;for(let x=0;x<5;x++)l[f*5+x]>p&&(p=l[f*5+x],c[f]=x)}let h=new Map;for(let f=0;f<r.rows;f++){let p=h.get(r.node[f]);p?p.push(f):h.set(r.node[f],[f])}let u=new Map,d=new Map;for(let[f,p]of h)p.sort((x,m)=>r.t[x]-r.t[m]),u.set(f,Int32Array.from(p)),d.set(f,Float64Array.from(p,x=>r.t[x]));return{from:i,to:e,data:t,sendOf:a,classOf:c,rows:u,times:d}}function _x(i){let e=Wa();for(let t of i.nodes)Si(e,t.at);for(let t of i.docks){Si(e,t.at);let[n,s]=z1(t);for(let r of[-s,s])Si(e,t.at.map((o,a)=>Math.min(o+n*t.axis[a]+r,a===2?0:1/0)))}for(let t of i.paths)for(let n of t.points)Si(e,n);for(let t of i.obstacles){if(!Array.isArray(t.at))continue;let n=t.at,s=Array.isArray(t.half)?Math.hypot(...t.half):Number(t.radius)||0;if(Si(e,n.map(r=>r-s)),Si(e,n.map((r,o)=>o===2?Math.min(0,r+s):r+s)),t.shape==="capsule"&&Array.isArray(t.to)&&Si(e,t.to),Array.isArray(t.profile)&&Array.isArray(t.axis))for(let r of t.profile)Si(e,n.map((o,a)=>o+r[0]*t.axis[a]))}return e.low[0]>e.high[0]?{low:[-10,-10,-10],high:[10,10,0]}:e}function z1(i){return i.profile?[0,1].map(e=>Math.max(...i.profile.map(t=>t[e]))):[i.length||0,1.5*(i.length||0)*Math.tan(i.angle||0)]}function Mf(i,e){let t=Math.max(i.high[0]-i.low[0],i.high[1]-i.low[1]),n=i.high[2]-i.low[2],s=Math.max(t,.6*n,10),r=Er(s/8),o=[],a=[];for(let d of[0,1]){let f=Math.max(.08*s,(s*.5-(i.high[d]-i.low[d]))/2);o[d]=Math.floor((i.low[d]-f)/r)*r,a[d]=Math.ceil((i.high[d]+f)/r)*r}let l=e.water.floor,c=Er(s/50),h=l?Math.min(...l.z.map(d=>Math.min(...d))):e.water.depth>0?-e.water.depth:null,u=h===null||i.low[2]-h>.6*s?Math.min(0,Math.floor((i.low[2]-.02*s)/c)*c):null;return{low:o,high:a,step:r,bed:h,level:u}}function bx(i,e){let t=Math.max(e.high[0]-e.low[0],e.high[1]-e.low[1]),n=-i.high[2]<.3*t?0:i.high[2]+.06*t,s=e.level??e.bed??i.low[2],r=[];for(let o of[e.low[0],e.high[0]])for(let a of[e.low[1],e.high[1]])for(let l of[s,n])r.push([o,a,l]);return r}var V1=`
attribute vec3 along;
attribute float side;
attribute float turn;
attribute vec3 tint;
attribute vec2 pen; // width in pixels, dashes
uniform float pixel; // length that a pixel shows, at a distance of 1
varying vec3 vTint;
varying float vDash;
varying float vHeight;
void main() {
#ifdef USE_INSTANCING
  mat4 place = modelMatrix * instanceMatrix;
#else
  mat4 place = modelMatrix;
#endif
  vec4 world = place * vec4(position, 1.0);
  vec4 seen = viewMatrix * world;
  vec3 way = mat3(viewMatrix) * (mat3(place) * along);
  vec3 across = cross(way, seen.xyz);
  float norm = length(across);
  if (norm > 0.0) seen.xyz += across / norm * side * 0.5 * pen.x * pixel * abs(seen.z);
  gl_Position = projectionMatrix * seen;
  vTint = tint;
  vDash = pen.y > 0.0 ? turn * pen.y : -1.0;
  vHeight = world.z;
}`,G1=`
uniform float top;
uniform float bottom;
varying vec3 vTint;
varying float vDash;
varying float vHeight;
void main() {
  if (vHeight > top || vHeight < bottom) discard;
  if (vDash >= 0.0 && fract(vDash) > 0.5) discard;
  gl_FragColor = vec4(vTint, 1.0);
  #include <colorspace_fragment>
}`;function Hh(i=1e9,e=-1e9,t=!0){return new Mi({vertexShader:V1,fragmentShader:G1,side:Vn,depthTest:t,uniforms:{pixel:{value:.001},top:{value:i},bottom:{value:e}}})}var qa=128;function Wh(i){let e=[],t=[],n=[],s=[],r=[];for(let a=0;a<i;a++)for(let l=0;l<=qa;l++){let c=2*Math.PI*l/qa,h=Math.cos(c),u=Math.sin(c),d=[[h,u,0],[h,0,u],[0,h,u]][a],f=[[-u,h,0],[-u,0,h],[0,-u,h]][a];for(let p of[-1,1])e.push(...d),t.push(...f),n.push(p),s.push(l/qa);if(l<qa){let p=2*(a*(qa+1)+l);r.push(p,p+1,p+2,p+2,p+1,p+3)}}let o=new Kt;return o.setAttribute("position",new kt(new Float32Array(e),3)),o.setAttribute("along",new kt(new Float32Array(t),3)),o.setAttribute("side",new kt(new Float32Array(n),1)),o.setAttribute("turn",new kt(new Float32Array(s),1)),o.setIndex(r),o.computeBoundingSphere(),o}var Lo=class{constructor(e,t,n){this.shape=e;this.material=t;this.changed=n;this.mesh=this.make(),n(null,this.mesh)}shape;material;changed;mesh;room=64;make(){let e=new Kt().copy(this.shape),t=new yr(e,this.material,this.room);return t.instanceMatrix.setUsage(Co),e.setAttribute("tint",new $s(new Float32Array(3*this.room),3).setUsage(Co)),e.setAttribute("pen",new $s(new Float32Array(2*this.room),2).setUsage(Co)),t.frustumCulled=!1,t.count=0,t}clear(e){this.mesh.count=0,this.mesh.position.set(...e)}add(e,t,n,s){let r=this.mesh.count;r===this.room&&this.grow();let o=this.mesh.geometry;this.mesh.setMatrixAt(r,e),o.getAttribute("tint").setXYZ(r,t.r,t.g,t.b),o.getAttribute("pen").setXY(r,n,s),this.mesh.count=r+1}flush(){this.mesh.visible=this.mesh.count>0,this.mesh.instanceMatrix.needsUpdate=!0,this.mesh.geometry.getAttribute("tint").needsUpdate=!0,this.mesh.geometry.getAttribute("pen").needsUpdate=!0,this.mesh.updateMatrixWorld()}grow(){let e=this.mesh;this.room*=2,this.mesh=this.make(),this.mesh.position.copy(e.position),this.mesh.renderOrder=e.renderOrder,this.mesh.instanceMatrix.array.set(e.instanceMatrix.array);for(let t of["tint","pen"])this.mesh.geometry.getAttribute(t).array.set(e.geometry.getAttribute(t).array);this.mesh.count=e.count,this.changed(e,this.mesh),e.geometry.dispose(),e.dispose()}dispose(){this.mesh.geometry.dispose(),this.mesh.dispose(),this.shape.dispose()}},ir=class{mesh;room=0;count=0;place=new W;constructor(e){this.mesh=new gn(new Kt,e),this.mesh.frustumCulled=!1,this.reserve(256)}clear(e){this.count=0,this.place.set(...e),this.mesh.position.copy(this.place)}add(e,t,n,s,r=0){this.count===this.room&&this.reserve(2*this.room);let o=t[0]-e[0],a=t[1]-e[1],l=t[2]-e[2],c=this.mesh.geometry.attributes;for(let h=0;h<4;h++){let u=4*this.count+h,d=h<2?e:t;c.position.setXYZ(u,d[0]-this.place.x,d[1]-this.place.y,d[2]-this.place.z),c.along.setXYZ(u,o,a,l),c.tint.setXYZ(u,n.r,n.g,n.b),c.pen.setXY(u,s,r)}this.count++}flush(){let e=this.mesh.geometry;this.mesh.visible=this.count>0,e.setDrawRange(0,6*this.count);for(let t of["position","along","tint","pen"]){let n=e.getAttribute(t);n.clearUpdateRanges(),n.addUpdateRange(0,4*this.count*n.itemSize),n.needsUpdate=!0}}reserve(e){let t=this.mesh.geometry,n=new Kt,s=new Float32Array(4*e),r=new Float32Array(4*e),o=new Uint32Array(6*e);for(let a=0;a<e;a++)s.set([-1,1,-1,1],4*a),r.set([0,0,1,1],4*a),o.set([4*a,4*a+1,4*a+2,4*a+2,4*a+1,4*a+3],6*a);for(let[a,l]of[["position",3],["along",3],["tint",3],["pen",2]]){let c=new Float32Array(4*e*l);this.room>0&&c.set(t.getAttribute(a).array),n.setAttribute(a,new kt(c,l).setUsage(Co))}n.setAttribute("side",new kt(s,1)),n.setAttribute("turn",new kt(r,1)),n.setIndex(new kt(o,1)),this.mesh.geometry=n,t.dispose(),this.room=e}dispose(){this.mesh.geometry.dispose()}};function wf(i,e,t=24){let[n,s,r]=i.middle??[0,0,0];return Ya(i.shape==="torpedo"?H1(i,e,t):W1(i,e)).translate(n,s,r)}function H1(i,e,t){let n=i.length,s=(i.diameter??Math.min(i.width,i.height))/2,r=Math.min(1.6*s,.25*n),o=Math.min(5*s,.35*n),a=[],l=8;for(let x=0;x<=l;x++){let m=x/l;a.push(new et(s*(.12+.88*Math.sin(m*Math.PI/2)),-n/2+m*o))}a[0].x=0;let c=new Js(a.concat([new et(s,n/2-r)]),t),h=[];for(let x=0;x<=l;x++){let m=x/l*Math.PI/2;h.push(new et(s*Math.cos(m),n/2-r+r*Math.sin(m)))}let u=new ot().makeRotationZ(-Math.PI/2),d=[{shape:c,colour:e.hull,place:u},{shape:new Js(h,t),colour:e.frame,place:u},{shape:new Zs(.75*s,.75*s,.02*n,20),colour:e.black,place:u.clone().setPosition(-n/2,0,0)},{shape:new zn(.9*s,.12*s,1.1*s),colour:e.black,place:new ot().makeTranslation(.1*n,0,1.35*s)}],f=1.5*s,p=Math.max(.9*s,.05*n);for(let x=0;x<4;x++){let m=new ot().makeRotationX(x*Math.PI/2),g=new ot().makeTranslation(-n/2+.09*n,0,.55*s+f/2);d.push({shape:new zn(p,.1*s,f),colour:e.black,place:m.multiply(g)})}return d}function W1(i,e){let{length:t,width:n,height:s}=i,r=.07*Math.min(n,s),o=[],a=(c,h,u,d,f,p=new ot)=>o.push({shape:c,colour:h,place:p.clone().setPosition(u,d,f)});a(new zn(t,n,.36*s),e.hull,0,0,.32*s),a(new zn(.82*t,.5*n,.3*s),e.frame,0,0,-.12*s);for(let c of[-1,1]){a(new zn(t,r,r),e.black,0,c*(n-r)/2,-(s-r)/2);for(let h of[-1,0,1])a(new zn(r,r,.64*s),e.black,h*(t-r)/2,c*(n-r)/2,-.18*s)}for(let c of[-1,1])a(new zn(r,n,r),e.black,c*(t-r)/2,0,-(s-r)/2);let l=.11*Math.min(t,n);for(let c of[-1,1]){for(let h of[-1,1]){let u=new ot().makeRotationZ(-Math.PI/2+h*c*Math.PI/4);a(new Zs(l,l,1.2*l,14),e.black,h*.33*t,c*.36*n,-.22*s,u)}a(new Zs(l,l,.1*s,14),e.black,0,c*.28*n,.48*s,new ot().makeRotationX(Math.PI/2)),a(new Ss(.6*l,10,8),new Ye(16777215),.5*t,c*.22*n,-.05*s)}return o}function Mx(){let i=new Sa(.38,1,10);return i.rotateZ(-Math.PI/2),i}function Ya(i){let e=i.map(l=>{let c=l.shape.index?l.shape.toNonIndexed():l.shape;return l.place&&c.applyMatrix4(l.place),c}),t=e.reduce((l,c)=>l+c.getAttribute("position").count,0),n=new Float32Array(3*t),s=new Float32Array(3*t),r=new Float32Array(3*t),o=0;e.forEach((l,c)=>{n.set(l.getAttribute("position").array,o),s.set(l.getAttribute("normal").array,o);let h=l.getAttribute("position").array.length,u=i[c].colour;for(let d=o;d<o+h;d+=3)r[d]=u.r,r[d+1]=u.g,r[d+2]=u.b;o+=h,l.dispose()});let a=new Kt;return a.setAttribute("position",new kt(n,3)),a.setAttribute("normal",new kt(s,3)),a.setAttribute("color",new kt(r,3)),a}var wx=i=>typeof i=="number"&&Number.isFinite(i)?i:0,Af=(i,e)=>Array.isArray(i)&&i.length>=e&&i.slice(0,e).every(t=>Number.isFinite(t))?i:null,Cr=i=>new W(...Af(i,3)??[0,0,0]);function Sx(i,e){let t=Cr(i.at).sub(e);switch(i.shape){case"sphere":return new Ss(wx(i.radius),28,18).translate(t.x,t.y,t.z);case"capsule":{let n=Cr(i.to).sub(e),s=n.clone().sub(t),r=t.add(n).multiplyScalar(.5);return new wa(wx(i.radius),s.length(),8,24).applyMatrix4(Ax(s,r))}case"box":{let n=Cr(i.half),s=Af(i.turned,4)??[1,0,0,0],r=new ot().makeRotationFromQuaternion(new on(s[1],s[2],s[3],s[0]));return new zn(2*n.x,2*n.y,2*n.z).applyMatrix4(r.setPosition(t))}case"turned":return Sf(i.profile,Cr(i.axis),t,40)}return null}function Tf(i,e,t=40){let n=Cr(i.at).sub(e),s=i.length*Math.tan(i.angle);return i.profile?Sf(i.profile,Cr(i.axis),n,t):s>0?Sf([[0,1.5*s],[i.length,.5*s],[i.length,.55*s],[0,1.55*s]],Cr(i.axis),n,t):null}function Sf(i,e,t,n){let s=Array.isArray(i)?i.map(o=>Af(o,2)).filter(o=>o!==null):[],r=s.flatMap((o,a)=>{let l=s[(a+1)%s.length];return o[1]===0&&l[1]===0?[]:[{shape:new Js([new et(o[1],o[0]),new et(l[1],l[0])],n),colour:new Ye}]});return s.length<3||e.lengthSq()===0?null:Ya(r).applyMatrix4(Ax(e,t))}function Ax(i,e){let t=new on().setFromUnitVectors(new W(0,1,0),i.clone().normalize());return new ot().makeRotationFromQuaternion(t).setPosition(e)}var Tx=96,Za=class{constructor(e,t,n,s){this.run=e;this.extent=t;this.p=n;let r=t;this.about=[(r.low[0]+r.high[0])/2,(r.low[1]+r.high[1])/2,(r.level??r.bed??0)/2],this.group.position.set(...this.about),this.dock.color.copy(n.dock),this.dockEdges.color.copy(n.dock),this.surface(),this.bed(),this.things(),this.stems=new ir(s),this.paths()}run;extent;p;group=new di;about;stems;dock=new Ui({side:Vn});dockEdges=new Ms;docks=[];floorAt(e,t){let n=this.run.water.floor;return n&&n.x.length>0&&n.y.length>0?vx(n,e,t):this.extent.bed??this.extent.level??0}surface(){let e=this.extent;this.lines(Ef(e,this.about,()=>0),this.p.surface);let t=[];for(let n of[e.low[0],e.high[0]])for(let s of[e.low[1],e.high[1]])for(let r of[0,this.floorAt(n,s)])t.push(n-this.about[0],s-this.about[1],r-this.about[2]);this.lines(t,this.p.surface)}bed(){let e=this.extent,t=.001*e.step,n=e.level;if(n!==null&&this.lines(Ef(e,this.about,()=>n),this.p.stem,.55),e.bed===null)return;let s=this.run.water.floor===null,r=s?1:Tx,o=new br(e.high[0]-e.low[0],e.high[1]-e.low[1],r,r),a=o.getAttribute("position");for(let c=0;c<a.count;c++)a.setZ(c,this.floorAt(a.getX(c)+this.about[0],a.getY(c)+this.about[1])-this.about[2]);s||$1(o,this.p),o.computeVertexNormals();let l={side:Vn,polygonOffset:!0,polygonOffsetFactor:1,polygonOffsetUnits:4};this.add(new gn(o,s?new Mo({...l,color:this.p.bed}):new Ui({...l,vertexColors:!0}))),this.lines(Ef(e,this.about,(c,h)=>this.floorAt(c,h)+t,s?1:Tx),this.p.bedLine)}things(){let e=new W(...this.about);for(let t of this.run.obstacles){let n=Sx(t,e);n&&this.add(new gn(n,new Ui({color:this.p.obstacle,side:Vn})))}for(let t of this.run.docks){let n=Tf(t,e),s=Tf(t,e,12);if(!n||!s)continue;let r=new Ys(new _r(s,20),this.dockEdges);s.dispose(),this.docks.push([new gn(n,this.dock),r]);for(let o of this.docks.at(-1))this.add(o)}}paths(){this.stems.clear(this.about);for(let e of this.run.paths)e.points.slice(1).forEach((t,n)=>{let s=e.points[n];this.stems.add(s,t,this.p.path,1.2,X1(s,t,this.extent.step))});for(let e of this.run.nodes){if(e.moves)continue;let t=[e.at[0],e.at[1],this.extent.level??this.floorAt(e.at[0],e.at[1])];this.stems.add(e.at,t,this.p.stem,1.2);let n=.06*this.extent.step;this.stems.add([t[0]-n,t[1],t[2]],[t[0]+n,t[1],t[2]],this.p.stem,1.2),this.stems.add([t[0],t[1]-n,t[2]],[t[0],t[1]+n,t[2]],this.p.stem,1.2)}this.stems.flush(),this.stems.mesh.position.set(0,0,0),this.group.add(this.stems.mesh)}open(e){for(let[t,n]of this.docks)t.visible=!e,n.visible=e}lines(e,t,n=1){let s=new Kt;s.setAttribute("position",new kt(new Float32Array(e),3)),this.add(new Ys(s,new Ms({color:this.p.paper.clone().lerp(t,n)})))}add(e){e.frustumCulled=!1,this.group.add(e)}dispose(){for(let e of this.group.children)e!==this.stems.mesh&&(e.geometry.dispose(),e.material.dispose());this.stems.dispose()}};function X1(i,e,t){return Math.max(1,Math.round(3*Math.hypot(e[0]-i[0],e[1]-i[1],e[2]-i[2])/t))}function Ef(i,e,t,n=1){let s=[],r=(o,a,l,c)=>{for(let h=0;h<n;h++)for(let u of[h/n,(h+1)/n]){let d=Dn(o,l,u),f=Dn(a,c,u);s.push(d-e[0],f-e[1],t(d,f)-e[2])}};for(let o=i.low[0];o<=i.high[0]+.01*i.step;o+=i.step)r(o,i.low[1],o,i.high[1]);for(let o=i.low[1];o<=i.high[1]+.01*i.step;o+=i.step)r(i.low[0],o,i.high[0],o);return s}function $1(i,e){let t=i.getAttribute("position"),n=new Float32Array(3*t.count),s=new Ye,r=1/0,o=-1/0;for(let a=0;a<t.count;a++)r=Math.min(r,t.getZ(a)),o=Math.max(o,t.getZ(a));for(let a=0;a<t.count;a++)s.copy(e.deep).lerp(e.shallow,o>r?(t.getZ(a)-r)/(o-r):.5).toArray(n,3*a);i.setAttribute("color",new kt(n,3))}var q1={[fu]:40563,[pu]:13983232,[mu]:15113984,[gu]:10132122,[Ho]:5682409,[Wo]:29362},Ex=[{of:Wo,word:"sending"},{of:fu,word:"received"},{of:pu,word:"lost in a collision"},{of:mu,word:"lost otherwise"},{of:gu,word:"missed"},{of:Ho,word:"not ended"}];function Cf(i){let e=(t,n)=>new Ye(i?n:t);return{dark:i,paper:e(15988730,923166),ink:e(1516077,15265524),muted:e(6123134,9676214),surface:e(10734563,2905715),bed:e(14998991,2500650),bedLine:e(13287337,3882302),deep:e(9407104,1844008),shallow:e(15787727,6052432),water:e(12836074,2047314),stem:e(10990783,4477535),node:e(3360603,12175316),hull:e(15907087,15907087),frame:e(4542297,9148323),black:e(2106924,5661552),belief:e(11753355,14716349),trail:e(6255494,11123917),path:e(9082787,6253946),obstacle:e(10134440,5923690),dock:e(3108751,7320017),of:[0,1,2,3,4,5].map(t=>new Ye(q1[t]))}}function Rr(i){return`#${i.getHexString()}`}var Y1=80,zi=76,qh=class{element=Pr();names=Pr();pool=[];bar=Pr();barText=Pr();note=Pr();title=Pr();legend=Pr();axes=document.createElement("canvas");ends=new Float64Array(6);ink="";taken=[];at=new W;constructor(e){Cs(this.element,{inset:"0",overflow:"hidden",pointerEvents:"none",userSelect:"none"}),this.element.style.font="11.5px system-ui, sans-serif",Cs(this.names,{inset:"0"}),Cs(this.barText,{left:"14px",bottom:"21px"}),Cs(this.bar,{left:"14px",bottom:"14px",height:"5px",boxSizing:"border-box"}),Cs(this.note,{left:"14px",bottom:"40px",maxWidth:"45%"}),Cs(this.title,{left:"14px",top:"10px",fontWeight:"600",maxWidth:"90%",whiteSpace:"nowrap",overflow:"hidden",textOverflow:"ellipsis"}),Cs(this.legend,{right:"12px",bottom:"10px",display:"flex",gap:"12px"}),this.title.textContent=e,this.axes.width=this.axes.height=2*zi,Cs(this.axes,{right:"10px",top:"8px",width:`${zi}px`,height:`${zi}px`}),this.element.append(this.names,this.barText,this.bar,this.note,this.title,this.legend,this.axes)}paint(e){let t=Rr(e.paper);this.element.style.color=Rr(e.ink),this.element.style.textShadow=[[1,0],[-1,0],[0,1],[0,-1],[1,1],[-1,-1]].map(([n,s])=>`${n}px ${s}px 1px ${t}`).join(", "),this.bar.style.border=`1.5px solid ${Rr(e.ink)}`,this.bar.style.borderTop="none",this.note.style.color=Rr(e.muted),this.ink=Rr(e.ink),this.ends.fill(0),this.legend.replaceChildren(...Ex.map(({of:n,word:s})=>{let r=document.createElement("span"),o=document.createElement("span");return o.textContent="● ",o.style.color=Rr(e.of[n]),r.append(o,s),r}))}frame(e,t,n,s,r){let o=Er(130*n);this.bar.style.width=`${(o/n).toFixed(1)}px`,Cx(this.barText,o>=1e3?`${o/1e3} km`:o>=1?`${o} m`:`${Number((100*o).toPrecision(3))} cm`),Cx(this.note,s),$h(this.title,r),$h(this.legend,t>620),this.turn(e)}turn(e){let t=!0;for(let s=0;s<3;s++)this.at.set(s===0?1:0,s===1?1:0,s===2?1:0).transformDirection(e.matrixWorldInverse),t&&=this.ends[2*s]===this.at.x&&this.ends[2*s+1]===this.at.y,this.ends[2*s]=this.at.x,this.ends[2*s+1]=this.at.y;let n=t?null:this.axes.getContext("2d");n&&(n.setTransform(2,0,0,2,zi,zi),n.clearRect(-zi/2,-zi/2,zi,zi),n.strokeStyle=n.fillStyle=this.ink,n.lineWidth=1.5,n.font="10.5px system-ui, sans-serif",n.textAlign="center",n.textBaseline="middle",["x E","y N","z"].forEach((s,r)=>{let o=this.ends[2*r],a=-this.ends[2*r+1];n.beginPath(),n.moveTo(0,0),n.lineTo(22*o,22*a),n.stroke(),Math.hypot(o,a)>.25&&n.fillText(s,31*o,31*a)}))}set(e,t,n,s,r){this.taken.length=0,this.taken.push(0,0,205,62,n-zi-10,0,n,zi+8),this.taken.push(0,s-60,Math.min(.45*n,260),s),n>620&&this.taken.push(n-520,s-28,n,s);for(let a of e.slice(0,r))this.seen(a,t,n,s)&&this.taken.push(this.at.x-5,this.at.y-5,this.at.x+5,this.at.y+5);e.sort((a,l)=>l.rank-a.rank);let o=0;for(let a of e){if(o>=Y1)break;if(!this.seen(a,t,n,s))continue;let{x:l,y:c}=this.at;this.fits(this.word(o,a.text),l,c,n,a)&&o++}for(let a=o;a<this.pool.length;a++)$h(this.pool[a].element,!1)}seen(e,t,n,s){return this.at.set(e.at[0],e.at[1],e.at[2]).project(t),this.at.z>1||this.at.z<-1||Math.abs(this.at.x)>1||Math.abs(this.at.y)>1?!1:(this.at.set((this.at.x+1)/2*n,(1-this.at.y)/2*s,0),!0)}fits(e,t,n,s,r){for(let[o,a]of[-15,3,-31].flatMap(l=>[[t+r.gap,n+l],[t-r.gap-e.width,n+l]])){if(o<2||o+e.width>s-2)continue;let l=o+e.width,c=a+14,h=this.taken,u=!0;for(let f=0;f<h.length&&u;f+=4)u=l<h[f]||o>h[f+2]||c<h[f+1]||a>h[f+3];if(!u)continue;h.push(o,a,l,c);let d=e.element.style;return d.transform=`translate(${o.toFixed(1)}px, ${a.toFixed(1)}px)`,d.fontWeight=r.strong?"700":"400",d.opacity=r.quiet?"0.65":"1",d.color=r.alarm?Zn:"",$h(e.element,!0),!0}return!1}word(e,t){let n=this.pool[e];if(!n){let s=document.createElement("span");Cs(s,{left:"0",top:"0",whiteSpace:"nowrap",maxWidth:"16em",overflow:"hidden",textOverflow:"ellipsis"}),this.names.append(s),n=this.pool[e]={element:s,text:"",width:0}}return n.text!==t&&(n.text=n.element.textContent=t,n.width=Math.min(184,Math.ceil(Z1(t))+2)),n}},Xh=null;function Z1(i){return Xh??=document.createElement("canvas").getContext("2d"),Xh?(Xh.font="600 11.5px system-ui, sans-serif",Xh.measureText(i.slice(0,60)).width):7*i.length}function Pr(){return document.createElement("div")}function Cs(i,e){Object.assign(i.style,{position:"absolute"},e)}function $h(i,e){let t=e?"visible":"hidden";i.style.visibility!==t&&(i.style.visibility=t)}function Cx(i,e){i.textContent!==e&&(i.textContent=e)}function sr(i,e){let t=(e[0]-i.eye.x)*i.ahead.x+(e[1]-i.eye.y)*i.ahead.y+(e[2]-i.eye.z)*i.ahead.z;return i.pixel*Math.max(.001,t)}function Ja(i,e,t){return e?Math.min(70,9+.4*e.length*i.factor/sr(i,t)):9}var No=class{constructor(e){this.changed=e;this.mesh=this.make(),e(null,this.mesh)}changed;mesh;room=32;at=new W;size=new W;matrix=new ot;about=new W;shape=new Ss(1,16,12);material=new Ui;make(){let e=new yr(this.shape,this.material,this.room);return e.frustumCulled=!1,e.count=0,e}clear(e){this.mesh.count=0,this.about.set(...e),this.mesh.position.copy(this.about)}add(e,t,n,s){let r=this.mesh.count;r===this.room&&this.grow(),this.at.set(t[0]-this.about.x,t[1]-this.about.y,t[2]-this.about.z),this.size.setScalar(n*sr(e,t)),this.mesh.setMatrixAt(r,this.matrix.compose(this.at,J1,this.size)),this.mesh.setColorAt(r,s),this.mesh.count=r+1}flush(){this.mesh.visible=this.mesh.count>0,this.mesh.instanceMatrix.needsUpdate=!0,this.mesh.instanceColor&&(this.mesh.instanceColor.needsUpdate=!0),this.mesh.updateMatrixWorld()}place(e){return this.mesh.getMatrixAt(e,this.matrix),this.at.setFromMatrixPosition(this.matrix).applyMatrix4(this.mesh.matrixWorld).toArray()}grow(){let e=this.mesh;this.room*=2,this.mesh=this.make(),this.mesh.position.copy(e.position),this.mesh.instanceMatrix.array.set(e.instanceMatrix.array),e.instanceColor&&(this.mesh.setColorAt(0,K1),this.mesh.instanceColor.array.set(e.instanceColor.array)),this.mesh.count=e.count,this.changed(e,this.mesh),e.dispose()}dispose(){this.mesh.dispose(),this.shape.dispose(),this.material.dispose()}},J1=new on,K1=new Ye;var j1=160,Zh=class{constructor(e,t,n,s){this.chunks=t;this.tone=s.trail.clone(),this.trails=new ir(n),this.group.add(this.trails.mesh),e.nodes.forEach((r,o)=>{if(!r.moves&&!r.hull)return;let a=this.shape(r.hull,s),l=new gn(this.shapes[a].shape,this.solid);l.name=r.name,l.position.set(...r.at),l.quaternion.set(r.attitude[1],r.attitude[2],r.attitude[3],r.attitude[0]),this.list.push({node:o,hull:a,body:l,ghost:null,length:r.hull?.length??0}),this.group.add(l)}),this.longest=this.list.reduce((r,o)=>Math.max(r,o.length),0),this.most=Math.max(1,Er(.8*eA(e)/(this.longest||1))),this.paint(s)}chunks;group=new di;list=[];trails;shapes=[];solid=new Ui({vertexColors:!0});outline=new Ms;now=Gh();tone;longest;most;ghosts=0;shape(e,t){let n=this.shapes.findIndex(s=>JSON.stringify(s.hull)===JSON.stringify(e));return n>=0?n:this.shapes.push({hull:e,shape:Rf(e,t),edges:null})-1}paint(e){this.outline.color.copy(e.belief);for(let[t,n]of this.shapes.entries()){n.shape.dispose(),n.shape=Rf(n.hull,e);for(let s of this.list)s.hull===t&&(s.body.geometry=n.shape)}}factor(e,t){return this.longest<=0?1:Math.min(this.most,xx(this.longest,e,Math.min(34,Math.max(16,.055*t))))}hullOf(e){return this.list.find(t=>t.node===e)?.length??0}update(e,t){this.trails.clear(t),this.ghosts=0;for(let n of this.list){let s=this.chunks.pose(n.node,e.t,this.now);s&&(n.body.position.set(...this.now.at),n.body.quaternion.set(this.now.attitude[1],this.now.attitude[2],this.now.attitude[3],this.now.attitude[0]));let r=this.now.at;s||n.body.position.toArray(r);let o=n.length>0?e.factor:15*sr(e,r);n.body.scale.setScalar(o),n.body.updateMatrixWorld(),this.believe(n,s&&this.now.believed,o,e),this.follow(n.node,e,r)}this.trails.flush()}believe(e,t,n,s){let{at:r,attitude:o,beliefAt:a,belief:l}=this.now,c=!1;if(t){let h=Math.hypot(r[0]-a[0],r[1]-a[1],r[2]-a[2]),u=Math.abs(o[0]*l[0]+o[1]*l[1]+o[2]*l[2]+o[3]*l[3]);c=h>Math.max(.001,sr(s,r))||2*Math.acos(Math.min(1,u))>.01}if(!c){e.ghost&&(e.ghost.visible=!1);return}if(this.ghosts++,!e.ghost){let h=this.shapes[e.hull];h.edges??=tA(h.hull,s.palette),e.ghost=new Ys(h.edges,this.outline),this.group.add(e.ghost)}e.ghost.visible=!0,e.ghost.position.set(...a),e.ghost.quaternion.set(l[1],l[2],l[3],l[0]),e.ghost.scale.setScalar(n),this.trails.add(r,a,s.palette.belief,1.2)}follow(e,t,n){let s=Math.max(nr/j1,.001),r=Q1,o=!1;this.chunks.behind(t.t,a=>{let l=a.rows.get(e),c=a.times.get(e),h=a.data.poses;if(!l||!c)return;let u=-1/0;for(let d=Math.max(0,Io(c,0,c.length,t.t-nr));d<l.length&&c[d]<=t.t;d++){let f=c[d],p=l[d],x=Math.floor(f/s);f<t.t-nr||f<a.from||x<=u||(u=x,o&&this.piece(r,h.x[p],h.y[p],h.z[p],(t.t-f)/nr,t),r[0]=h.x[p],r[1]=h.y[p],r[2]=h.z[p],o=!0)}}),o&&this.piece(r,n[0],n[1],n[2],0,t)}piece(e,t,n,s,r,o){Yh[0]=t,Yh[1]=n,Yh[2]=s,this.tone.copy(o.palette.trail).lerp(o.palette.paper,.85*r),this.trails.add(e,Yh,this.tone,1.8)}drawn(){let e=new W,t=new on,n=new W;return this.list.map(s=>(s.body.matrixWorld.decompose(e,t,n),{node:s.node,position:e.toArray(),quaternion:[t.w,t.x,t.y,t.z]}))}dispose(){for(let e of this.shapes)e.shape.dispose(),e.edges?.dispose();this.trails.dispose(),this.solid.dispose(),this.outline.dispose()}},Q1=[0,0,0],Yh=[0,0,0];function eA(i){let e=i.nodes.filter(n=>n.hull),t=1e6;return e.forEach((n,s)=>e.slice(0,s).forEach(r=>{let o=Math.hypot(n.at[0]-r.at[0],n.at[1]-r.at[1],n.at[2]-r.at[2]);o>0&&(t=Math.min(t,o))})),t}function tA(i,e){let t=i?wf(i,e,6):Rf(i,e),n=new _r(t,40);return t.dispose(),n}function Rf(i,e){return i?wf(i,e):Ya([{shape:Mx(),colour:e.hull}])}var nA=1e5;function iA(i){return i.medium!=="acoustic"&&i.medium!=="rays"||i.speed>nA?"flash":i.speed>0?"shell":"chord"}var Jh=class{constructor(e,t,n,s,r){this.run=e;this.chunks=t;this.where=n;let o=(a,l)=>{a&&this.group.remove(a),this.group.add(l)};this.fronts=new Lo(Wh(3),s,o),this.tails=new Lo(Wh(3),s,o),this.lines=new ir(s),this.points=new No(o),this.rings=new Lo(Wh(1),r,o),this.rings.mesh.renderOrder=2,this.group.add(this.lines.mesh),this.manners=e.links.map(iA)}run;chunks;where;group=new di;fronts;tails;lines;points;rings;shellNames=[];tailNames=[];named=[];manners;facing=new on;matrix=new ot;at=new W;size=new W;update(e,t,n){this.facing.copy(n);for(let r of[this.fronts,this.tails,this.lines,this.points,this.rings])r.clear(t);this.shellNames.length=this.tailNames.length=this.named.length=0;let s=this.chunks.at(e.t);if(s){this.framesOf(s,e,t),this.arrivalsOf(s,e,t,-1/0);let r=s.from>0&&e.t-e.flash<s.from?this.chunks.at(s.from-1e-9):null;r&&r!==s&&this.arrivalsOf(r,e,t,s.from)}for(let r of[this.fronts,this.tails,this.lines,this.points,this.rings])r.flush()}framesOf(e,t,n){let s=e.data.sends,r=Math.min(e.to,this.run.duration);for(let o=0;o<s.rows;o++){let a=s.start[o],l=s.link[o],c=Number.isNaN(s.last[o])?r:Math.max(s.last[o],a+s.airtime[o]);if(t.t<a||t.t>c||(t.t<=a+s.airtime[o]&&this.where(s.node[o],Ai)&&this.ring(t,n,Ja(t,this.run.nodes[s.node[o]].hull,Ai),t.palette.of[Wo],2),this.manners[l]!=="shell"))continue;let h=this.run.links[l].speed,u=s.number[o],d=t.palette.of[e.classOf[o]],f=t.selected!==null&&t.selected.link===l&&t.selected.number===u;this.at.set(s.x[o]-n[0],s.y[o]-n[1],s.z[o]-n[2]);let p=px(h,a,t.t),x=mx(h,a,s.airtime[o],t.t);this.matrix.compose(this.at,Rx,this.size.setScalar(p)),this.fronts.add(this.matrix,d,f?3.6:2,0),this.shellNames.push({link:l,number:u}),x>0&&(this.matrix.compose(this.at,Rx,this.size.setScalar(x)),this.tails.add(this.matrix,d,f?2:1.2,64),this.tailNames.push({link:l,number:u}))}}arrivalsOf(e,t,n,s){let r=e.data.arrivals,o=e.data.sends;for(let a=0;a<r.rows;a++){if(s>-1/0&&!(r.ended[a]<s))continue;let l=e.sendOf[a],c=r.began[a],h=Number.isNaN(r.ended[a])?l>=0?c+o.airtime[l]:1/0:r.ended[a];if(t.t<c-r.delay[a]||t.t>h+t.flash||!this.where(r.node[a],Ai))continue;let u=this.manners[r.link[a]];l>=0&&(Ir[0]=o.x[l],Ir[1]=o.y[l],Ir[2]=o.z[l],u==="shell"?this.wayOf(r,a,t):u==="flash"?this.flashOf(r,a,t,h):t.t<=h&&this.chordOf(r,a,t,h)),this.receiverOf(r,a,t,n,h)}}receiverOf(e,t,n,s,r){if(n.t<e.began[t]||e.class[t]>=n.palette.of.length)return;let o=n.palette.of[e.class[t]],a=Ja(n,this.run.nodes[e.node[t]].hull,Ai),l=n.t<=r?-1:(n.t-r)/n.flash;l>=1||(Do.copy(o).lerp(n.palette.paper,Math.max(0,.6*l)),this.ring(n,s,l<0?a:a+Dn(2,9,l),Do,l<0?2:4))}ring(e,t,n,s,r){this.at.set(Ai[0]-t[0],Ai[1]-t[1],Ai[2]-t[2]),this.rings.add(this.matrix.compose(this.at,this.facing,this.size.setScalar(n*sr(e,Ai))),s,r,0)}flashOf(e,t,n,s){Do.copy(n.palette.of[e.class[t]]),n.t>s&&Do.lerp(n.palette.paper,.4+.5*(n.t-s)/n.flash),this.lines.add(Ir,Ai,Do,n.t<=s?2.4:1.4)}wayOf(e,t,n){n.selected===null||n.selected.link!==e.link[t]||n.selected.number!==e.number[t]||this.lines.add(Ir,Ai,Do.copy(n.palette.of[e.class[t]]).lerp(n.palette.paper,.35),1.2)}chordOf(e,t,n,s){let r=bf(n.t,e.began[t],e.delay[t]),o=bf(n.t,s,e.delay[t]),a=n.palette.of[e.class[t]],l=n.selected!==null&&n.selected.link===e.link[t]&&n.selected.number===e.number[t];for(let c=0;c<3;c++)Pf[c]=Dn(Ir[c],Ai[c],r),Px[c]=Dn(Ir[c],Ai[c],o);this.lines.add(Px,Pf,a,l?3.6:2),this.points.add(n,Pf,l?5.5:4,a),this.named.push({link:e.link[t],number:e.number[t],node:e.node[t]})}shells(){let e=new Map;return this.tailNames.forEach((t,n)=>e.set(`${t.link}.${t.number}`,this.radius(this.tails,n))),this.shellNames.map((t,n)=>({...t,radius:this.radius(this.fronts,n),tail:e.get(`${t.link}.${t.number}`)??0}))}radius(e,t){return e.mesh.getMatrixAt(t,this.matrix),this.matrix.premultiply(e.mesh.matrixWorld).decompose(this.at,sA,this.size),this.size.x*(e.mesh.geometry.boundingSphere?.radius??NaN)}frontsDrawn(){return this.named.map((e,t)=>({...e,position:this.points.place(t)}))}nearest(e,t,n){let s=null,r=(o,a)=>{let l=Math.hypot(this.at.x-t,this.at.y-n);(!s||l<s.off)&&(s={link:o,number:a,off:l})};return this.shellNames.forEach((o,a)=>{this.fronts.mesh.getMatrixAt(a,this.matrix);let l=this.fronts.mesh.geometry.getAttribute("position");for(let c=0;c<l.count;c+=2)this.at.fromBufferAttribute(l,c).applyMatrix4(this.matrix).applyMatrix4(this.fronts.mesh.matrixWorld),this.at.z<=0&&e(this.at)&&r(o.link,o.number)}),this.named.forEach((o,a)=>{this.at.fromArray(this.points.place(a)),e(this.at)&&r(o.link,o.number)}),s}dispose(){for(let e of[this.fronts,this.tails,this.lines,this.points,this.rings])e.dispose()}},Rx=new on,sA=new on,Ai=[0,0,0],Ir=[0,0,0],Pf=[0,0,0],Px=[0,0,0],Do=new Ye;var rA=.35,Kh=class{constructor(e,t,n,s,r,o){this.run=n;let a=Cf(r);this.chunks=new Vh(e,t,n,o),this.labels=new qh(s),this.box=_x(n),this.wide=this.box,this.base=this.extent=Mf(this.box,n),this.ground=new Za(n,this.extent,a,this.anywhere),this.vehicles=new Zh(n,this.chunks,this.anywhere,a),this.waves=new Jh(n,this.chunks,(c,h)=>this.where(c,h),this.inWater,this.onTop);let l=(c,h)=>{c&&this.stage.remove(c),this.stage.add(h)};this.markers=new No(l),this.sun.position.set(-.5,-.8,1.4),this.stage.add(new Pa(16777215,1.25),this.sun,this.sun.target,this.ground.group,this.vehicles.group,this.waves.group),this.names=n.nodes.map(c=>({text:c.name,at:[...c.at],rank:0,gap:9,strong:!1,quiet:!1,alarm:!1})),this.picture={t:0,flash:0,pixel:1,eye:new W,ahead:new W,palette:a,enlarge:!0,factor:1,node:-1,selected:null},this.paint(r)}run;stage=new ma;labels;chunks;vehicles;waves;ground;markers;box;wide;base;extent;depths=[];inWater=Hh(.001);anywhere=Hh();onTop=Hh(1e9,-1e9,!1);names;here=Gh();sun=new Ra(16777215,2.2);picture;shown=NaN;paint(e){let t=this.picture.palette=Cf(e);this.stage.background=t.paper,this.vehicles.paint(t),this.labels.paint(t),this.lay()}lay(){this.stage.remove(this.ground.group),this.ground.dispose();let e=this.extent=Mf(this.wide,this.run);this.inWater.uniforms.bottom.value=e.bed!==null&&!this.run.water.floor?e.bed-.001:-1e9,this.ground=new Za(this.run,e,this.picture.palette,this.anywhere),this.depths=this.measured(),this.stage.add(this.ground.group)}where(e,t){let n=this.run.nodes[e];if(!n)return!1;if(!n.moves||!this.chunks.pose(e,this.picture.t,this.here)){for(let s=0;s<3;s++)t[s]=n.at[s];return!0}for(let s=0;s<3;s++)t[s]=this.here.at[s];return!0}sight(e){this.picture.t=e.t,this.chunks.at(e.t)&&this.grow();let t=this.run.nodes,s=(c=>c>=0&&c<t.length&&t[c].moves)(e.node)?e.node:t.findIndex(c=>c.moves&&c.hull!==null);s<0&&(s=t.findIndex(c=>c.moves));let r=[0,0,0];s>=0&&this.where(s,r);let o=this.run.docks,a=t.findIndex(c=>!c.moves),l=o.length>0?o[0].at:a>=0?t[a].at:null;return o.length===0&&e.node>=0&&t[e.node]&&!t[e.node].moves&&(l=t[e.node].at),{corners:bx(this.wide,this.extent),vehicle:s>=0?r:null,dock:l,start:s>=0?t[s].at:[1,0,0],length:s>=0?this.vehicles.hullOf(s):0}}update(e,t,n,s){let{camera:r,distance:o}=t,a=this.picture,l=this.chunks.reach(e.t);a.pixel=2*Math.tan(r.fov/2*Math.PI/180)/Math.max(1,s),a.eye.copy(r.position),r.getWorldDirection(a.ahead),Number.isNaN(l)||(this.shown=l),a.t=Number.isNaN(this.shown)?e.t:this.shown,a.flash=rA*e.rate,a.enlarge=e.scale==="visible",a.factor=a.enlarge?this.vehicles.factor(a.pixel*o,s):1,a.node=e.node,a.selected=e.selected;for(let h of[this.inWater,this.anywhere,this.onTop])h.uniforms.pixel.value=a.pixel;let c=this.ground.about;this.ground.open(t.docked),this.vehicles.update(a,c),this.waves.update(a,c,r.quaternion),this.nodes(a,c),this.words(r,a,o,n,s,Math.abs(e.t-this.shown)<1)}grow(){let e={low:[...this.box.low],high:[...this.box.high]},t=[0,0,0];this.run.nodes.forEach((s,r)=>{if(!(!s.moves||!this.where(r,t)))for(let o=0;o<3;o++){let a=(o<2?4:1)*this.base.step;t[o]<e.low[o]&&(e.low[o]=this.box.low[o]-Math.ceil((this.box.low[o]-t[o])/a)*a),t[o]>e.high[o]&&(e.high[o]=this.box.high[o]+Math.ceil((t[o]-this.box.high[o])/a)*a)}}),e.high[2]=Math.min(e.high[2],Math.max(0,this.box.high[2]));let n=(s,r)=>Math.abs(s-r)<=1e-9*this.base.step;e.low.every((s,r)=>n(s,this.wide.low[r]))&&e.high.every((s,r)=>n(s,this.wide.high[r]))||(this.wide=e,this.lay())}nodes(e,t){this.markers.clear(t),this.run.nodes.forEach((n,s)=>{if(n.moves||n.hull)return;let r=this.run.docks.some(o=>o.node===s);this.markers.add(e,n.at,s===e.node||r?6.5:4.6,s===e.node?e.palette.ink:r?e.palette.dock:e.palette.node)}),this.markers.flush()}words(e,t,n,s,r,o){let a=[0,0,0];this.run.nodes.forEach((c,h)=>{let u=this.names[h];this.where(h,a);for(let f=0;f<3;f++)u.at[f]=a[f];let d=up(this.run.failures,h,t.t);u.text=d.length>0?`${c.name}, failed: ${d.join(", ")}`:c.name,u.alarm=d.length>0,u.strong=h===t.node,u.rank=(h===t.node?8:0)+(u.alarm?16:0)+(c.hull?4:c.moves?2:1)+(this.run.docks.some(f=>f.node===h)?3:0),u.gap=Ja(t,c.hull,a)}),this.labels.set(this.names.concat(this.depths),e,s,r,this.run.nodes.length);let l=[];this.run.nodes.some(c=>c.hull)&&l.push(t.factor>1?`vehicles drawn ${t.factor} times as large`:"vehicles to scale"),this.vehicles.ghosts>0&&l.push("outlined: where the vehicle believes it is"),this.chunks.at(t.t)?.data.partial&&l.push("more frames are in the water than are shown"),this.chunks.trouble?l.push(this.chunks.trouble):o||l.push("waiting for data"),this.labels.frame(e,s,t.pixel*n,l.join("; "),s>300)}measured(){let e=this.extent,t=e.low[0],n=e.high[1],s=this.ground.floorAt(t,n),r=(l,c)=>({text:l,at:[t,n,c],rank:-1,gap:6,strong:!1,quiet:!0,alarm:!1}),o=l=>`${Number((-l).toPrecision(3))} m`,a=[r("surface",0)];return e.level!==null&&e.level<0&&a.push(r(`grid at ${o(e.level)}${e.bed===null?", no bed given":""}`,e.level)),e.bed!==null&&s<0&&a.push(r(`bed, ${o(s)}`,s)),a}dispose(){for(let e of[this.ground,this.vehicles,this.waves,this.markers,this.inWater,this.anywhere,this.onTop])e.dispose();this.labels.element.remove()}};var If=34,Lf=1.5533,jh=class{camera=new Kn(If,1,.1,1e3);target=new W;distance=10;azimuth=-1.1;elevation=.4;mode="free";chosen=!1;take(e){if(this.mode=e.mode,this.chosen=e.eye!==null,!e.eye)return;let[t,n,s]=e.target??[0,0,0];if(this.target.set(t,n,s),e.mode==="top"){this.target.set(e.eye[0],e.eye[1],0),this.distance=e.eye[2];return}let r=e.eye[0]-t,o=e.eye[1]-n,a=e.eye[2]-s;this.distance=Math.max(.001,Math.hypot(r,o,a)),this.azimuth=Math.atan2(o,r),this.elevation=Math.asin(Math.min(1,Math.max(-1,a/this.distance)))}get docked(){return this.mode==="dock"}told(){if(!this.chosen||this.mode==="dock")return{mode:this.mode,eye:null,target:null};let e=r=>Number(r.toFixed(3));if(this.mode==="top")return{mode:"top",eye:[this.target.x,this.target.y,this.distance].map(e),target:null};let t=this.offset(),n=this.mode==="follow"?new W:this.target,s=[n.x+t.x,n.y+t.y,n.z+t.z].map(e);return{mode:this.mode,eye:s,target:this.mode==="follow"?null:[n.x,n.y,n.z].map(e)}}offset(){let e=Math.cos(this.elevation);return new W(e*Math.cos(this.azimuth),e*Math.sin(this.azimuth),Math.sin(this.elevation)).multiplyScalar(this.distance)}set(e,t,n){this.camera.aspect=t/Math.max(1,n);let s=Math.tan(If/2*Math.PI/180),r=s*this.camera.aspect,o=.96-Math.min(.2,26/Math.max(1,n));this.camera.up.set(0,0,1),this.mode==="dock"&&e.dock?this.fromDock(e,r,s):this.mode==="top"?this.fromTop(e,r,s,o):(this.mode==="follow"&&e.vehicle?(this.target.set(...e.vehicle),this.chosen||(this.distance=e.length>0?7*e.length:40,this.azimuth=-2.3,this.elevation=.35)):this.chosen||this.first(e,r,s,o),this.camera.position.copy(this.target).add(this.offset())),this.camera.near=this.distance/100,this.camera.far=this.distance*200,this.camera.lookAt(this.target),this.camera.updateProjectionMatrix(),this.camera.updateMatrixWorld()}first(e,t,n,s){let r=Wa();for(let a of e.corners)Si(r,a);this.azimuth=r.high[0]-r.low[0]>=r.high[1]-r.low[1]?-1.95:-.38,this.elevation=Math.min(.5,Math.max(.33,.42*(1.6/this.camera.aspect)**.35));let o=zh(e.corners,this.azimuth,this.elevation,t,n,s);this.target.set(...o.target),this.distance=Math.max(o.distance,3)}fromTop(e,t,n,s){if(!this.chosen){let r=zh(e.corners,-Math.PI/2,Math.PI/2,t,n,s);this.target.set(...r.target),this.distance=r.distance}this.camera.up.set(0,1,0),this.camera.position.copy(this.target),this.camera.position.z+=this.distance}fromDock(e,t,n){let s=e.dock,r=e.vehicle??e.start,o=Math.hypot(e.start[0]-s[0],e.start[1]-s[1])||1,a=.8*(e.length||2),l=r[0]-s[0]+2*(e.start[0]-s[0])/o,c=r[1]-s[1]+2*(e.start[1]-s[1])/o,h=[];for(let d of[s,r])for(let f of[-a,a])h.push([d[0]+f,d[1],d[2]],[d[0],d[1]+f,d[2]],[d[0],d[1],d[2]+f]);this.azimuth=Math.atan2(-c,-l),this.elevation=.2;let u=zh(h,this.azimuth,this.elevation,t,n,.7);this.target.set(...u.target),this.distance=u.distance,this.camera.position.copy(this.target).add(this.offset())}turn(e,t){this.release(),this.azimuth-=e,this.elevation=Math.min(Lf,Math.max(-Lf,this.elevation+t))}shift(e,t,n){(this.mode==="follow"||this.mode==="dock")&&this.release(!0),this.chosen=!0;let s=2*this.distance*Math.tan(If/2*Math.PI/180)/n,r=this.camera.matrixWorld.elements;for(let[o,a]of[[0,-e],[4,t]])this.target.add(oA.set(r[o],r[o+1],r[o+2]).multiplyScalar(a*s))}zoom(e){this.mode==="dock"&&this.release(),this.chosen=!0,this.distance=Math.min(1e6,Math.max(.2,this.distance*e))}release(e=!1){if(this.chosen=!0,!(!e&&this.mode!=="dock"&&this.mode!=="top")){if(this.mode==="dock"){let t=this.camera.position.clone().sub(this.target);this.distance=t.length(),this.azimuth=Math.atan2(t.y,t.x),this.elevation=Math.asin(t.z/this.distance)}else this.mode==="top"&&(this.azimuth=-Math.PI/2,this.elevation=Lf);this.mode="free"}}home(){this.chosen=!1}},oA=new W;function Ix(i,e,t,n){let s=new Map,r=null,o=p=>({x:p.clientX,y:p.clientY}),a=p=>{i.setPointerCapture(p.pointerId),s.set(p.pointerId,o(p)),r=s.size===1?o(p):null},l=p=>{let x=s.get(p.pointerId);if(!x)return;let m=o(p),g=m.x-x.x,_=m.y-x.y;if(!(r&&Math.hypot(m.x-r.x,m.y-r.y)<4)){if(r=null,s.size===2){let[E,M]=[...s.values()],C=E===x?M:E,T=Math.hypot(x.x-C.x,x.y-C.y),v=Math.hypot(m.x-C.x,m.y-C.y);T>0&&v>0&&e.zoom(T/v),e.shift(g/2,_/2,i.clientHeight)}else p.shiftKey||(p.buttons&6)!==0?e.shift(g,_,i.clientHeight):e.turn(g*.006,_*.006);s.set(p.pointerId,m),t()}},c=p=>{let x=i.getBoundingClientRect();r&&p.type==="pointerup"&&n(r.x-x.left,r.y-x.top),r=null,s.delete(p.pointerId)},f=[["pointerdown",a],["pointermove",l],["pointerup",c],["pointercancel",c],["wheel",p=>{p.preventDefault(),e.zoom(Math.exp(Math.min(120,Math.max(-120,p.deltaY*(p.deltaMode===1?30:1)))*.0015)),t()}],["keydown",p=>{p.ctrlKey||p.metaKey||p.altKey||!aA(p,e,i.clientHeight)||(p.preventDefault(),p.stopPropagation(),t())}],["contextmenu",p=>p.preventDefault()]];for(let[p,x]of f)i.addEventListener(p,x,{passive:!1});return()=>{for(let[p,x]of f)i.removeEventListener(p,x)}}function aA(i,e,t){let s={ArrowLeft:[-1,0],ArrowRight:[1,0],ArrowUp:[0,1],ArrowDown:[0,-1]}[i.key];if(s&&i.shiftKey)e.shift(-40*s[0],40*s[1],t);else if(s)e.turn(.08*s[0],.08*s[1]);else if(i.key==="+"||i.key==="=")e.zoom(.85);else if(i.key==="-")e.zoom(1/.85);else if(i.key==="Home")e.home();else return!1;return!0}function Lx(i,e,t){return new Nf(i,e,t)}var Nf=class{constructor(e,t,n){this.store=e;mt.enabled=!0,Object.assign(this.element.style,{position:"relative",overflow:"hidden"}),Object.assign(this.canvas.style,{position:"absolute",inset:"0",width:"100%",height:"100%",touchAction:"none",cursor:"grab"}),this.canvas.tabIndex=0,this.canvas.setAttribute("role","img"),this.canvas.setAttribute("aria-label","The run in three dimensions. Arrow keys turn the camera, with shift they move it, plus and minus zoom, Home shows all."),this.element.append(this.canvas);let s=()=>{this.dirty=!0};this.halves=n.map((r,o)=>{let a=n.length>1?rl(r.command,n[1-o].command):"",l=n.length>1?`${"AB"[o]}: ${r.title}, ${a?`${a}, `:""}seed ${r.seed}`:r.title;return new Kh(t,o,r,l,this.dark(),s)});for(let r of this.halves)this.element.append(r.labels.element);this.orbit.take(e.view.camera);try{this.renderer=new Uh({canvas:this.canvas,antialias:!0,preserveDrawingBuffer:!0}),this.renderer.autoClear=!1,this.renderer.setScissorTest(!0)}catch{this.element.replaceChildren("This browser has no WebGL, which the 3-D view needs.")}this.canvas.addEventListener("webglcontextrestored",s),this.listen(s)}store;element=document.createElement("div");canvas=document.createElement("canvas");renderer=null;halves;orbit=new jh;ends=[];night=matchMedia("(prefers-color-scheme: dark)");dirty=!0;sized=!0;complete=!1;mine=!1;listen(e){let t=this.store;this.ends.push(t.subscribe(["t","run","node","selected","scale","compare","rate","playing","live"],e)),this.ends.push(t.subscribe(["camera"],()=>{this.mine||this.orbit.take(t.view.camera),e()}));let n=()=>{for(let r of this.halves)r.paint(this.dark());e()};this.ends.push(t.subscribe(["theme"],n)),this.night.addEventListener("change",n),this.ends.push(()=>this.night.removeEventListener("change",n));let s=new ResizeObserver(()=>{this.sized=this.dirty=!0});s.observe(this.element),this.ends.push(()=>s.disconnect()),this.ends.push(Ix(this.canvas,this.orbit,()=>this.tell(),(r,o)=>this.pick(r,o)))}dark(){let e=this.store.view.theme;return e==="dark"||e==="auto"&&this.night.matches}tell(){let e=this.orbit.told();this.orbit.take(e),this.mine=!0,this.store.set({camera:e}),this.mine=!1,this.dirty=!0}shown(){let e=this.store.view;return e.compare&&this.halves.length>1?this.halves:[this.halves[Math.min(e.run,this.halves.length-1)]]}needsDraw(){return this.dirty||!this.complete}ready(){return this.complete&&!this.dirty}draw(e){let t=this.store.view,n=this.shown();for(let u of n)u.chunks.want(t.t,t.rate,t.playing,e);if(!this.dirty)return;this.dirty=!1;let s=this.renderer;if(!s){this.complete=!0;return}let r=this.element.clientWidth,o=this.element.clientHeight;if(r<2||o<2)return;this.sized&&(this.sized=!1,s.setPixelRatio(Math.min(2,devicePixelRatio)),s.setSize(r,o,!1));let a=r/n.length,l=this.orbit.camera,c=n.map(u=>u.sight(t)),h=c[Math.min(t.run,n.length-1)];this.orbit.set({...h,corners:c.flatMap(u=>u.corners)},a,o);for(let u of this.halves)u.labels.element.style.display=n.includes(u)?"":"none";this.complete=!0,n.forEach((u,d)=>{u.update(t,this.orbit,a,o),u.chunks.whole(t.t)||(this.complete=!1),Object.assign(u.labels.element.style,{left:`${d*a}px`,width:`${a}px`,right:"auto"}),s.setViewport(d*a,0,a,o),s.setScissor(d*a+(d>0?1:0),0,a,o),s.clear(),s.render(u.stage,l)})}pick(e,t){let n=this.shown(),s=this.element.clientWidth/n.length,r=Math.min(n.length-1,Math.floor(e/s)),o=n[r],a=this.element.clientHeight,l=lA(this.orbit.camera,s,a),c=new W,h=[0,0,0],u=e-r*s,d=-1,f=14;o.run.nodes.forEach((m,g)=>{if(!o.where(g,h)||!l(c.set(...h)))return;let _=Math.hypot(c.x-u,c.y-t);_<f&&(f=_,d=g)});let p=this.halves.indexOf(o),x=o.waves.nearest(l,u,t);d>=0?this.store.set({node:d,run:p}):x&&x.off<7&&this.store.set({selected:{link:x.link,number:x.number},run:p})}half(e=this.store.view.run){return this.halves[Math.min(e,this.halves.length-1)]}shells(e){return this.half(e).waves.shells()}vehicles(e){return this.half(e).vehicles.drawn()}fronts(e){return this.half(e).waves.frontsDrawn()}dispose(){for(let e of this.ends)e();for(let e of this.halves)e.dispose();this.renderer?.dispose(),this.element.remove()}};function lA(i,e,t){return n=>(n.project(i),n.z>1||n.z<-1?!1:(n.set((n.x+1)/2*e,(1-n.y)/2*t,0),!0))}var cA=["spacetime","inspector","events","computers","states","plots"];function Qh(){return{t:0,from:0,to:0,playing:!1,rate:0,run:0,node:-1,selected:null,packet:0,hovered:null,camera:{mode:"free",eye:null,target:null},scale:"visible",compare:!1,filter:{kind:"",cause:"",node:-1,link:-1},lanes:"node",top:0,tab:"events",panel:"spacetime",series:[],difference:!1,live:!1,theme:"auto",id:"",command:""}}function Uf(i){return Number(i.toFixed(9))}function Df(i){return String(Uf(i))}function kf(i){let e=Qh(),t=[],n=(o,a)=>{t.push(`${o}=${encodeURIComponent(a).replace(/%2C/g,",").replace(/%3A/g,":")}`)};n("t",Df(i.t)),n("from",Df(i.from)),n("to",Df(i.to)),i.rate>0&&n("rate",String(Number(i.rate.toPrecision(6)))),i.playing&&n("play","1"),i.run!==e.run&&n("run",String(i.run)),i.node>=0&&n("node",String(i.node)),i.selected&&n("sel",`${i.selected.link}.${i.selected.number}`),i.packet>0&&n("packet",String(i.packet));let s=i.camera;(s.mode!=="free"||s.eye)&&n("cam",[s.mode,...s.eye??[],...s.eye?s.target??[]:[]].map(o=>typeof o=="number"?String(Number(o.toFixed(3))):o).join(",")),i.scale!==e.scale&&n("scale",i.scale),i.compare&&n("compare","1");let r=i.filter;r.kind&&n("kind",r.kind),r.cause&&n("cause",r.cause),r.node>=0&&n("of",String(r.node)),r.link>=0&&n("on",String(r.link)),i.lanes!==e.lanes&&n("lanes",i.lanes),i.top>0&&n("top",String(Number(i.top.toFixed(2)))),i.tab!==e.tab&&n("tab",i.tab),i.panel!==e.panel&&n("panel",i.panel);for(let o of i.series)n("series",o);return i.difference&&n("diff","1"),i.live&&n("live","1"),i.theme!==e.theme&&n("theme",i.theme),i.id&&n("id",i.id),i.command&&n("cmd",i.command),t.join("&")}function Of(i){let e=new URLSearchParams(i.replace(/^#/,"")),t={},n=(d,f,p)=>{let x=e.get(d);if(x===null||x.trim()==="")return;let m=Number(x);return Number.isFinite(m)&&m>=f&&m<=p?m:void 0},s=(d,f)=>{let p=n(d,0,f);return p!==void 0&&Number.isInteger(p)?p:void 0},r=(d,...f)=>f.find(p=>p===e.get(d)),o=(d,f)=>{f!==void 0&&(t[d]=f)},a=d=>e.get(d)==="1"?!0:void 0;o("t",n("t",0,1e9));let l=n("from",-1e9,1e9),c=n("to",-1e9,1e9);l!==void 0&&c!==void 0&&c>l&&(t.from=l,t.to=c),o("rate",n("rate",1e-9,1e6)),o("playing",a("play")),o("run",s("run",1)),o("node",s("node",1e7)),o("selected",hA(e.get("sel"))),o("packet",s("packet",Number.MAX_SAFE_INTEGER)),o("camera",uA(e.get("cam"))),o("scale",r("scale","real","visible")),o("compare",a("compare"));let h={kind:Ff(e.get("kind")),cause:Ff(e.get("cause")),node:s("of",1e7)??-1,link:s("on",255)??-1};(h.kind||h.cause||h.node>=0||h.link>=0)&&(t.filter=h),o("lanes",r("lanes","node","distance")),o("top",n("top",0,1e7)),o("tab",r("tab","events","counts")),o("panel",r("panel",...cA)),e.has("series")&&(t.series=e.getAll("series").slice(0,12).map(Ff)),o("difference",a("diff")),o("live",a("live")),o("theme",r("theme","auto","light","dark"));let u=e.get("id");return u&&/^[0-9a-f]{4,64}$/.test(u)&&(t.id=u),o("command",dA(e.get("cmd"))),t}function Ff(i){return(i??"").slice(0,400)}function hA(i){let e=/^(\d{1,3})\.(\d{1,15})$/.exec(i??"");return e?{link:Number(e[1]),number:Number(e[2])}:void 0}function uA(i){let[e,...t]=(i??"").split(","),n=["free","follow","dock","top"].find(r=>r===e);if(!n)return;let s=t.map(Number);if(s.length===0)return{mode:n,eye:null,target:null};if(!(s.length!==3&&s.length!==6||!s.every(r=>Number.isFinite(r)&&Math.abs(r)<1e8)))return{mode:n,eye:s.slice(0,3),target:s.length===6?s.slice(3):null}}function dA(i){if(!(!i||i.length>2e3||!/^halocline [a-z]+( |$)/.test(i)))return/[;&|<>$`\\(){}!*?#~\n\r]/.test(i)?void 0:i}var eu=class{now=Qh();listeners=[];written="";due=0;get view(){return this.now}set(e){let t=new Set,n={...this.now},s={...e};for(let r of["t","from","to"])s[r]!==void 0&&(s[r]=Uf(s[r]));for(let r of Object.keys(s))s[r]!==void 0&&!fA(s[r],this.now[r])&&(Object.assign(n,{[r]:s[r]}),t.add(r));if(t.size!==0){this.now=n;for(let r of this.listeners.slice())for(let o of t)if(r.keys.has(o)){r.fn(t);break}(t.size>1||!t.has("hovered"))&&this.note()}}subscribe(e,t){let n={keys:new Set(e),fn:t};return this.listeners.push(n),()=>{let s=this.listeners.indexOf(n);s>=0&&this.listeners.splice(s,1)}}attach(e){let t=Of(location.hash);return this.set(t),addEventListener("hashchange",()=>{if(location.hash.replace(/^#/,"")===this.written)return;let n=Of(location.hash),s=this.now;this.set({...Qh(),t:s.t,from:s.from,to:s.to,rate:s.rate,theme:s.theme,series:s.series,...n}),e(n)}),t}link(){return`${location.origin}${location.pathname}${location.search}#${kf({...this.now,playing:!1})}`}note(){this.due||typeof window>"u"||(this.due=window.setTimeout(()=>{this.due=0;let e=kf(this.now);e!==this.written&&(this.written=e,history.replaceState(null,"",`#${e}`))},330))}};function fA(i,e){return Object.is(i,e)?!0:typeof i=="object"&&typeof e=="object"&&JSON.stringify(i)===JSON.stringify(e)}var tu=class{all=[];add(e){this.all.push(e),this.all.length>600&&this.all.shift()}clear(){this.all.length=0}count(){return this.all.length}quantile(e){let t=[...this.all].sort((n,s)=>n-s);return t[Math.min(t.length-1,Math.floor(e*t.length))]??0}};async function pA(){let i=c=>{},e=new eu,t=new tl,n=e.attach(c=>i(c));yA(e);let s=K("div",{role:"status",class:"notices"}),r=K("div",{class:"away",role:"status",aria:{live:"polite"}});document.body.append(s,r);let o;try{o=await t.meta()}catch(c){nu(s,`The run cannot be shown: ${c instanceof Error?c.message:String(c)}`);return}let a=new cl(e,t,o,(c,h)=>{h?_A(s,c):r.textContent=c}),l={id:o.runs[0].fingerprint.slice(0,16),command:o.runs[0].command};i=c=>{Nx(a,c,s),e.set(l),c.t!==void 0&&c.from===void 0&&a.at(c.t)},Nx(a,n,s),e.set({run:Math.min(n.run??0,o.runs.length-1),compare:(n.compare??!1)&&o.runs.length>1}),e.set({...await pp(t,a.run(),n,a.end(),o.live),...l,live:n.live??(o.live&&n.t===void 0)}),gA(a,s,o.live||await mA(a))}async function mA(i){return(await Promise.all(i.meta.runs.map((t,n)=>i.api.states(n,0,i.end(),1).catch(()=>null)))).some(t=>(t?.rows.length??0)>0)}function gA(i,e,t){let{store:n,api:s,meta:r}=i,o=r.runs[0];document.title=`${dt(r.runs.map(X=>X.title).join(" | "),80)} · Halocline`,i.restyle(),n.subscribe(["theme"],()=>i.restyle()),matchMedia("(prefers-color-scheme: dark)").addEventListener("change",()=>i.restyle());let a=Ep(i),l=Lx(n,s,r.runs),c=new Dl(i),h=new ml(i),u=new pl(i),d=xA(i,l),f=[],p=X=>{vg(X==="3d"?d:c.element,`${o.title}-${X}-${Number(n.view.t.toFixed(6))}`).catch(i.fault)},x=new Ul(i,{help:()=>f[0]?.showModal(),link:()=>a.open(),picture:p}),m=mp(i,{help:()=>f[0]?.showModal(),faster:X=>x.faster(X),play:()=>x.toggle()});f.push(Tp(m)),gp(m);let g=new fl(i,X=>x.event(X)),_=X=>r.runs.some(X),E=_(X=>X.computers.length>0)?new dl(i):null,M=t?new Fl(i):null,C=r.live||_(X=>X.series.length>0)?new Il(i):null,T=[h,c,E,M,C,u,g,x].filter(X=>X!==null),v=K("div",{class:"lower"},E?.element,M?.element);v.hidden=!E&&!M;let S=K("div",{class:"side"},u.element,g.element),F=K("main",{},d,h.element,S,c.element,v,C?.element),I=[["spacetime","Space-time",c],["inspector","Frame",u],["events","Events",g],["computers","Computers",E],["states","States",M],["plots","Plots",C]];F.append(vA(n,F,I.filter(X=>X[2]))),document.body.prepend(x.element,e),document.body.append(F,a.element,f[0]);for(let X of r.runs)!X.complete&&!r.live&&nu(e,`This recording is not complete${X.reason?`: ${X.reason}`:"."}`);let L=new al(i),O=new tu,z=new tu;r.live&&L.listen();let N=0,H=X=>{let V=performance.now();L.tick(X);for(let Z of T)Z.draw();let le=performance.now();l.draw(X),O.add(le-V),z.add(performance.now()-le),N=s.pending===0&&l.ready()?N+1:0,requestAnimationFrame(H)};requestAnimationFrame(H),Object.assign(window,{halocline:{store:n,api:s,meta:r,page:i,scene:l,costs:O,scenes:z,inspector:u,counts:g.counts,marks:()=>T.reduce((X,V)=>X+(V.count?.()??0),0),ready:()=>N>=3}})}function xA(i,e){let{store:t}=i,n=K("span",{class:"tools"});e.element.classList.add("view");let s=[["free","free camera"],["follow","follow the node"],["dock","from the dock"],["top","from above"]],r=()=>{let o=t.view,a=i.run().docks.length>0?s:s.filter(([p])=>p!=="dock"),l=`${o.camera.mode} ${o.scale}`;if(n.dataset.stamp===l)return;n.dataset.stamp=l;let c=[...n.children].indexOf(document.activeElement),h=()=>t.set({scale:t.view.scale==="real"?"visible":"real"}),u=Mt(o.scale==="real"?"to scale":"visible","Vehicles: to scale, or enlarged so that they are seen",h),d=p=>t.set({camera:{mode:p,eye:null,target:null}}),f=xi("Camera",a.map(([p,x])=>({value:p,text:x})),a.some(([p])=>p===o.camera.mode)?o.camera.mode:"free",d);Wt(n,f,u),n.children[c]?.focus()};return t.subscribe(["camera","scale","run"],r),r(),K("section",{class:"panel scene",aria:{label:"The run in three dimensions"}},K("header",{},n),e.element)}function vA(i,e,t){let n=K("nav",{class:"tabs",aria:{label:"Panels"}});for(let[r,o]of t)n.append(Mt(o,`Show ${o}`,()=>i.set({panel:r})));let s=()=>{e.dataset.tab=i.view.panel,t.forEach(([r],o)=>n.children[o].setAttribute("aria-pressed",String(r===i.view.panel)))};return i.subscribe(["panel"],s),s(),n}function yA(i){let e=document.documentElement.dataset,t=()=>{i.view.theme==="auto"?delete e.theme:e.theme=i.view.theme};i.subscribe(["theme"],t),t()}function Nx(i,e,t){let{id:n,command:s}=e,r=i.meta.runs.map(a=>a.fingerprint).filter(Boolean);if(!n||r.length===0||r.some(a=>a.startsWith(n)||n.startsWith(a)))return;let o=`This address was made of another run, with the fingerprint ${n}…; the run shown here has ${r[0].slice(0,16)}….`;nu(t,s?`${o} This command repeats the other one:`:o,s)}function nu(i,e,t){let n=Mt("×","Close this notice",()=>s.remove(),"small"),s=K("div",{class:"notice"},K("p",{},e,t?" ":null,t?K("code",{text:t}):null),n);return i.append(s),s}var Dx=null;function _A(i,e){Dx?.remove();let t=Dx=nu(i,e);t.classList.add("brief"),setTimeout(()=>t.remove(),4e3+60*e.length)}pA();
