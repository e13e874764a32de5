import {build,loadConfigFromFile} from 'vite'; import {gzipSync} from 'node:zlib'
const W='/tmp/guest/senca/apps/web/'; process.chdir(W); process.env.NODE_ENV='production'
const run=async(l,f)=>{
const {config}=await loadConfigFromFile({command:'build',mode:'production'},W+'vite.guest.config.ts'); config.plugins=config.plugins.flat().filter(p=>p?.name!=='senca:javascript-budget'); config.configFile=false; config.logLevel='error'; config.build.write=false; f(config.build.rolldownOptions, config)
const o=(await build(config)).output
const gz=f=>gzipSync(o.find(x=>x.fileName===f).code).length/1024
const walkAll=(...starts)=>{const s=new Set();const walk=f=>{if(!f||s.has(f))return;s.add(f);o.find(x=>x.fileName===f)?.imports?.forEach(walk)};starts.forEach(walk);return [...s].reduce((a,f)=>a+gz(f),0).toFixed(1)+'/'+s.size}
const chunk=e=>o.find(x=>x.facadeModuleId?.endsWith(e))?.fileName
const e=o.find(x=>x.isEntry).fileName,t=chunk('texts/rs_cyrl.ts')
console.log(l,'entry',walkAll(e),'list',walkAll(e,chunk('guest/ListScreen.tsx'),t),...['Shade','Door','Light'].map(k=>k+' '+walkAll(e,chunk('guest/DeviceScreen.tsx'),chunk(k+'Detail.tsx'),t)))
return o}

const o9=await run('x',()=>{}); const c9=o9.filter(x=>x.type==='chunk').map(x=>x.code).join('\n'); const i9=c9.indexOf('`replaced`,`moved'); console.log(c9.slice(i9-200,i9+3300))
console.log('ZOD', [...new Set(c9.match(/`\$?Zod\w+`/g))].join(' ')); console.log([...new Set(c9.match(/`\$?ZodCheck\w+`/g))].join(' '))
