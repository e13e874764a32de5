import { tsImport } from 'tsx/esm/api'
import { renderSVG } from 'uqr'

const CONTRACT = '../packages/contract/src/devices/setup.ts'
const STYLE = `
@page{size:A4;margin:10mm}
body{margin:0;font:9pt/1.3 system-ui,sans-serif;color:#000;background:#fff}
main{display:grid;grid-template-columns:repeat(2,90mm);gap:4mm}
article{display:grid;grid-template-columns:26mm 26mm 1fr;gap:2mm;padding:3mm;border:.2mm dashed #999;break-inside:avoid}
figure{margin:0}
svg{display:block;width:100%}
figcaption{font-size:7pt}
strong{display:block;font:700 8pt/1.4 ui-monospace,monospace;white-space:nowrap}
small{display:block;overflow-wrap:anywhere;font-size:6pt}
@media screen{body{padding:10mm}}
`

/**
 * A page to print and cut. It contains for each device a QR code with which a phone joins its set-up network, one with its claim
 * code for the camera of the app, and both as text.
 */
export async function labelSheet(devices) {
  const { setupNetworkOf, wifiQrText } = await tsImport(CONTRACT, import.meta.url)
  const labels = devices.map(({ id, claimCode }) => {
    const network = setupNetworkOf(id)
    return `<article><figure>${renderSVG(wifiQrText(network), { ecc: 'M', border: 4 })}<figcaption>Wi-Fi</figcaption></figure>
<figure>${renderSVG(claimCode, { ecc: 'M', border: 4 })}<figcaption>Code</figcaption></figure>
<p><strong>${network}</strong><strong>${claimCode}</strong><small>${id}</small></p></article>`
  })
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Labels</title><style>${STYLE}</style></head><body><main>
${labels.join('\n')}
</main></body></html>
`
}
