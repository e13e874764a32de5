import {build,loadConfigFromFile} from 'vite'; import {gzipSync} from 'node:zlib'
import * as U from 'rolldown/utils'
const W='/tmp/guest/senca/apps/web/'; process.chdir(W); process.env.NODE_ENV='production'
const {config}=await loadConfigFromFile({command:'build',mode:'production'},W+'vite.guest.config.ts'); config.plugins=config.plugins.flat().filter(p=>p?.name!=='senca:javascript-budget'); config.configFile=false; config.logLevel='error'; config.build.write=false
const o=(await build(config)).output
const s=new Set(); const walk=f=>{if(s.has(f))return;s.add(f);o.find(x=>x.fileName===f)?.imports?.forEach(walk)}; walk(o.find(x=>x.isEntry).fileName)
for(const a of process.argv.slice(2)) walk(o.find(x=>x.facadeModuleId?.endsWith(a)).fileName)
let all=''; const rows=[]
for(const f of s){const c=o.find(x=>x.fileName===f); all+=c.code; console.log(f,(gzipSync(c.code).length/1024).toFixed(1)); for(const [id,m] of Object.entries(c.modules)){ if(!m.code) continue; let code=m.code; try{code=U.minifySync('a.js',m.code,{compress:true,mangle:true}).code}catch{}; rows.push([code.length, gzipSync(code).length, id.replace('/tmp/guest/senca/','').replace('node_modules/','~')])}}
console.log('concat gz',(gzipSync(all).length/1024).toFixed(1),'l9',(gzipSync(all,{level:9}).length/1024).toFixed(1))
rows.sort((a,b)=>b[0]-a[0]); for(const r of rows.slice(0,95)) console.log(String(r[0]).padStart(7),String(r[1]).padStart(6),r[2])
