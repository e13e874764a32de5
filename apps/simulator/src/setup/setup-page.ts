import { createHash } from 'node:crypto'
import { LANGUAGES } from '@senca/contract'
import { SETUP_TEXTS } from './setup-texts.ts'

/**
 * The page of a device as stored in its flash: one file with all texts that makes no request to other servers. Its parameters are
 * in the URL fragment, which is not sent to servers.
 */
const STYLE = `
:root{color-scheme:light dark;--paper:#faf7f2;--ink:#23201b;--soft:#6b655c;--line:#d9d2c6;--accent:#7a4a12;--on:#fff;--bad:#a3261b}
@media (prefers-color-scheme:dark){:root{--paper:#1b1916;--ink:#f1ece3;--soft:#aaa296;--line:#413c34;--accent:#e9b872;--on:#23201b;--bad:#ff9d8f}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:17px/1.5 system-ui,sans-serif}
main{max-width:26rem;margin:0 auto;padding:2rem 1.25rem 3rem}
h1{margin:0;font-size:1.6rem;line-height:1.2}
header p{margin:.25rem 0 0;color:var(--soft)}
form{margin-top:1.5rem}
label,legend{display:block;margin:1.25rem 0 .35rem;font-weight:600}
input,select,button{width:100%;min-height:48px;padding:.6rem .75rem;border:1px solid var(--line);border-radius:10px;background:transparent;color:inherit;font:inherit}
select option{background:var(--paper);color:var(--ink)}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.check{display:flex;align-items:center;gap:.6rem;min-height:44px;margin:.35rem 0 0;font-weight:400}
.check input{width:20px;min-height:20px;accent-color:var(--accent)}
details{margin-top:1.25rem;border-top:1px solid var(--line)}
summary{padding:.75rem 0;cursor:pointer;color:var(--soft)}
button{margin-top:1.5rem;border:0;background:var(--accent);color:var(--on);font-weight:600;cursor:pointer}
button[disabled]{opacity:.6}
.error{margin:.35rem 0 0;color:var(--bad);font-weight:600}
#said{margin-top:1.5rem;overflow-wrap:anywhere}
a{color:var(--accent)}
[hidden]{display:none}
`

const SCRIPT = `
const texts=JSON.parse(document.getElementById('texts').textContent)
const tags=JSON.parse(document.getElementById('tags').textContent)
const handed=new URLSearchParams(location.hash.slice(1))
const find=id=>document.getElementById(id)
const own=()=>{
  for(const tag of navigator.languages??[]){
    const plain=tag.toLowerCase()
    if(plain.startsWith('sr-latn'))return 'rs_latn'
    if(plain.startsWith('sr'))return 'rs_cyrl'
    if(Object.hasOwn(texts,plain.slice(0,2)))return plain.slice(0,2)
  }
  return 'en'
}
const wished=handed.get('language')??''
const language=Object.hasOwn(texts,wished)?wished:own()
const t=texts[language]
document.documentElement.lang=tags[language]
document.title=t.title
for(const place of document.querySelectorAll('[data-t]'))place.textContent=t[place.dataset.t]
let network=''
const words=key=>t[key].replaceAll('{network}',network)
const said=find('said'),send=find('send')
const say=(text,isBad)=>{said.textContent=text;said.className=isBad?'error':'';said.setAttribute('role',isBad?'alert':'status')}
const ask=async(path,options)=>{
  const answer=await fetch(path,{cache:'no-store',...options})
  if(!answer.ok)throw new Error(String(answer.status))
  return answer.json()
}
for(const [id,key] of [['host','host'],['port','port'],['code','setupCode']])find(id).value=handed.get(key)??''
const isTls=handed.get('tls')==='true'
const app=handed.get('app')??''
if(/^https?:\\/\\//.test(app)){find('back').href=app;find('back').hidden=false}
if(!handed.get('setupCode')){find('details').open=true;say(t.noCode,false)}
const ssids=find('wifi'),other=find('other')
const shown=()=>{
  const isOther=ssids.value===''
  other.hidden=!isOther
  const chosen=ssids.selectedOptions[0]
  find('secret').hidden=!isOther&&chosen!==undefined&&chosen.dataset.open==='true'
}
ssids.addEventListener('change',shown)
find('reveal').addEventListener('change',event=>{find('password').type=event.target.checked?'text':'password'})
const load=async()=>{
  try{
    network=(await ask('/setup')).network
    find('network').textContent=network
    const found=await ask('/setup/networks')
    for(const {ssid,isSecure} of found.toSorted?.((a,b)=>b.rssi-a.rssi)??found){
      const option=new Option(ssid,ssid)
      option.dataset.open=String(!isSecure)
      ssids.append(option)
    }
    ssids.append(new Option(t.other,''))
    shown()
  }catch{say(words('failed'),true)}
}
const complain=fields=>{
  for(const id of ['ssid','host','port','code']){
    const isEmpty=fields.includes(id)
    find(id).setAttribute('aria-invalid',String(isEmpty))
    find(id+'-error').textContent=isEmpty?t.empty:''
  }
  const first=fields[0]
  if(first!==undefined&&first!=='ssid')find('details').open=true
  if(first!==undefined)find(first).focus()
}
const wait=ms=>new Promise(done=>setTimeout(done,ms))
const follow=async()=>{
  for(;;){
    await wait(1000)
    let device
    try{device=await ask('/setup')}catch{
      // It has gone to its Wi-Fi, and this network with it.
      say(words('gone'),false)
      find('form').hidden=true
      return
    }
    if(device.error){say(t[device.error]??words('failed'),true);send.disabled=false;return}
  }
}
find('form').addEventListener('submit',async event=>{
  event.preventDefault()
  const value=id=>find(id).value.trim()
  const ssid=ssids.value===''?value('ssid'):ssids.value
  const port=Number(value('port'))
  const missing=[]
  if(ssid==='')missing.push('ssid')
  if(value('host')==='')missing.push('host')
  if(!Number.isInteger(port)||port<1||port>65535)missing.push('port')
  if(value('code')==='')missing.push('code')
  complain(missing)
  if(missing.length>0)return
  send.disabled=true
  say(t.trying,false)
  const isOpen=find('secret').hidden
  try{
    await ask('/setup',{method:'POST',headers:{'content-type':'application/json'},body:JSON.stringify({ssid,password:isOpen?'':find('password').value,host:value('host'),port,tls:isTls,setupCode:value('code')})})
    await follow()
  }catch{say(words('failed'),true);send.disabled=false}
})
void load()
`

const field = (id: string, more = ''): string =>
  `<label for="${id}" data-t="${id === 'host' ? 'server' : id}"></label><input id="${id}" autocomplete="off" autocapitalize="off" spellcheck="false" aria-describedby="${id}-error"${more}><p class="error" id="${id}-error"></p>`

const tags = Object.fromEntries(Object.entries(LANGUAGES).map(([code, { tag }]) => [code, tag]))
const json = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')

export const SETUP_PAGE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Senca</title><link rel="icon" href="data:,"><style>${STYLE}</style></head>
<body><main><header><h1 data-t="title"></h1><p id="network"></p><p data-t="intro"></p></header>
<form id="form" novalidate><label for="wifi" data-t="wifi"></label><select id="wifi"></select>
<div id="other" hidden>${field('ssid', ' maxlength="32"')}</div>
<div id="secret"><label for="password" data-t="password"></label><input id="password" type="password" maxlength="64" autocomplete="off"><label class="check"><input id="reveal" type="checkbox"><span data-t="show"></span></label></div>
<details id="details"><summary data-t="details"></summary>${field('host', ' maxlength="253"')}${field('port', ' inputmode="numeric"')}${field('code', ' maxlength="64"')}</details>
<button id="send" data-t="send"></button></form>
<p id="said" role="status"></p><p><a id="back" hidden data-t="back"></a></p></main>
<script type="application/json" id="texts">${json(SETUP_TEXTS)}</script><script type="application/json" id="tags">${json(tags)}</script><script>${SCRIPT}</script></body></html>
`

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

export const SETUP_PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'content-security-policy': `default-src 'none'; connect-src 'self'; img-src data:; style-src ${hashOf(STYLE)}; script-src ${hashOf(SCRIPT)}; form-action 'none'; base-uri 'none'; frame-ancestors 'none'`,
}
