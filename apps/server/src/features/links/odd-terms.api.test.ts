import { deviceLinkSchema, errorBodySchema } from '@senca/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createConfirmedClient,
  createGuest,
  deleteLink,
  linkRequest,
  makeLink,
} from '#testing/homes/link-home.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import type { TestClient } from '#testing/test-client.ts'

let app: TestApp
let owner: TestClient
let shade: Awaited<ReturnType<typeof moveIn>>
let light: Awaited<ReturnType<typeof moveIn>>
beforeAll(async () => {
  app = await createTestApp()
  owner = await createConfirmedClient(app)
  shade = await moveIn(app, owner, 'roller_shutter')
  light = await moveIn(app, owner, 'light', { state: { light1Brightness: 0, light2Brightness: 0 } })
})
afterAll(async () => {
  for (const { device } of [shade, light]) await device.end()
  await app.close()
})

/** Terms as JSON text, which can contain what no JavaScript value can express. SHADE and LIGHT stand for the devices. */
const spell = (terms: string) => terms.replaceAll('SHADE', shade.id).replaceAll('LIGHT', light.id)

async function verdictOfTerms(call: 'create' | 'update', terms: string) {
  const devices = [shade.id, light.id]
  const link = call === 'update' ? await makeLink(app, owner, devices) : null
  const rest = link === null ? linkRequest(app, devices) : { token: link.token }
  // If a key occurs twice in JSON, the last one is used.
  const body = `${JSON.stringify(rest).slice(0, -1)},${spell(terms).slice(1)}`
  const answer = await owner.api('POST', `/auth/api/v1/device-link/${call}`, {
    raw: { type: 'application/json', body },
  })
  const made = deviceLinkSchema.safeParse(answer.body)
  const token = made.success ? made.data.token : link?.token
  // Accepted terms work for a guest, and refused terms have not changed the link.
  if (token !== undefined) {
    expect((await createGuest(app, token).ask('info')).status === 200 || terms.includes('pin')).toBe(true)
    await deleteLink(owner, token)
  }
  if (made.success) return made.data
  const { error, key } = errorBodySchema.parse(answer.body)
  return `${answer.status} ${error}${key === undefined ? '' : ` ${key}`}`
}

const bad = (key: string) => `400 malformed_request ${key}`
const window = '{"days":[1],"from":"08:00","until":"12:00"}'
const many = (count: number, text: string) => `[${Array.from({ length: count }, () => text).join(',')}]`

const REFUSED: [string, string, string][] = [
  ['limits of a name that every object has', '{"limits":{"constructor":{"maxPosition":0.5}}}', bad('limits')],
  ['actions of a name that every object has', '{"actions":{"toString":["move"]}}', bad('actions')],
  [
    'channels of a device without a name',
    '{"deviceSpecifiers":{"":{"light1":true,"light2":true}}}',
    bad('deviceSpecifiers'),
  ],
  ['limits that are an array', '{"limits":[]}', bad('limits')],
  ['limits beyond any number', '{"limits":{"SHADE":{"maxPosition":1e400}}}', bad('limits')],
  ['limits in percent', '{"limits":{"SHADE":{"maxPosition":50}}}', bad('limits')],
  ['limits the wrong way round', '{"limits":{"SHADE":{"minPosition":0.6,"maxPosition":0.4}}}', bad('limits')],
  ['limits of a light', '{"limits":{"LIGHT":{"maxPosition":0.5}}}', bad('limits')],
  ['limits with a key that nobody knows', '{"limits":{"SHADE":{"max":0.5}}}', bad('limits')],
  [
    'channels of a shade',
    '{"deviceSpecifiers":{"SHADE":{"light1":true,"light2":true}}}',
    bad('deviceSpecifiers'),
  ],
  ['no channel', '{"deviceSpecifiers":{"LIGHT":{"light1":false,"light2":false}}}', bad('deviceSpecifiers')],
  ['half of the channels', '{"deviceSpecifiers":{"LIGHT":{"light1":true}}}', bad('deviceSpecifiers')],
  ['no action', '{"actions":{"SHADE":[]}}', bad('actions')],
  ['an action of doors for a shade', '{"actions":{"SHADE":["unlock"]}}', bad('actions')],
  ['an action of a name that every object has', '{"actions":{"SHADE":["constructor"]}}', bad('actions')],
  ['51 devices', `{"devices":${many(51, '"SHADE"')}}`, bad('devices')],
  ['no device', '{"devices":[]}', bad('devices')],
  ['a device that every object has', '{"devices":["__proto__","constructor"]}', '404 device_not_exist'],
  ['infinite uses', '{"maxUses":1e400}', bad('maxUses')],
  ['one and a half uses', '{"maxUses":2.5}', bad('maxUses')],
  ['a single one of many uses', '{"maxUses":1}', bad('maxUses')],
  ['1001 uses', '{"maxUses":1001}', bad('maxUses')],
  ['a window without days', '{"windows":[{"days":[],"from":"08:00","until":"12:00"}]}', bad('windows')],
  ['an eighth day', '{"windows":[{"days":[8],"from":"08:00","until":"12:00"}]}', bad('windows')],
  ['half a day', '{"windows":[{"days":[1.5],"from":"08:00","until":"12:00"}]}', bad('windows')],
  ['eight days', `{"windows":[{"days":${many(8, '1')},"from":"08:00","until":"12:00"}]}`, bad('windows')],
  ['a window until 24:00', '{"windows":[{"days":[1],"from":"08:00","until":"24:00"}]}', bad('windows')],
  ['a window with seconds', '{"windows":[{"days":[1],"from":"08:00:00","until":"12:00"}]}', bad('windows')],
  ['a window in Arabic digits', '{"windows":[{"days":[1],"from":"٠٨:٠٠","until":"12:00"}]}', bad('windows')],
  [
    'a window that ends with a line',
    '{"windows":[{"days":[1],"from":"08:00\\n","until":"12:00"}]}',
    bad('windows'),
  ],
  ['21 windows', `{"windows":${many(21, window)}}`, bad('windows')],
  ['a thousand windows', `{"windows":${many(1_000, window)}}`, bad('windows')],
  ['more than a body may hold', `{"windows":${many(2_000, window)}}`, '413 malformed_request'],
  ['a zone by its distance, which not every browser knows', '{"timeZone":"+05:45"}', bad('timeZone')],
  ['a zone on the moon', '{"timeZone":"Moon/Tranquility"}', bad('timeZone')],
  ['a zone that every object has', '{"timeZone":"__proto__"}', bad('timeZone')],
  ['a zone of 65 characters', `{"timeZone":"${'x'.repeat(65)}"}`, bad('timeZone')],
  ['a PIN in full width', '{"pin":"１２３４"}', bad('pin')],
  ['a PIN in Arabic digits', '{"pin":"٤٤٤٤"}', bad('pin')],
  ['a PIN that ends with a line', '{"pin":"1234\\n"}', bad('pin')],
  ['a PIN that is a number', '{"pin":1234}', bad('pin')],
  ['a name of blanks', '{"name":" \\u2003\\u200d "}', bad('name')],
  ['a name of 41 characters', `{"name":"${'ž'.repeat(41)}"}`, bad('name')],
  ['a name that turns the direction of writing', '{"name":"a\\u202eb"}', bad('name')],
  ['a name of half a character', '{"name":"\\ud83d"}', '400 malformed_request'],
  ['the thirtieth of February', '{"startsAt":"2026-02-30T00:00:00Z"}', bad('startsAt')],
  ['a leap second', '{"startsAt":"2026-06-30T23:59:60Z"}', bad('startsAt')],
  ['a time without a zone', '{"startsAt":"2026-06-30T23:59:00"}', bad('startsAt')],
  ['a time in a zone that is none', '{"expiresAt":"2026-06-30T23:59:00+99:99"}', bad('expiresAt')],
  ['the year 275760', '{"expiresAt":"+275760-09-13T00:00:00Z"}', bad('expiresAt')],
  [
    'an end in the year 9999',
    '{"startsAt":"9999-12-20T00:00:00Z","expiresAt":"9999-12-31T23:59:59Z"}',
    bad('expiresAt'),
  ],
  [
    'an end in the year 0',
    '{"startsAt":"0000-01-01T00:00:00Z","expiresAt":"0000-01-02T00:00:00Z"}',
    bad('expiresAt'),
  ],
  ['a time that is a number', '{"startsAt":0}', bad('startsAt')],
  ['what is true by a text', '{"multiUse":"true"}', bad('multiUse')],
]

const TAKEN: [string, string, object][] = [
  ['a device twice', '{"devices":["SHADE","SHADE"]}', { devices: ['SHADE'] }],
  [
    'a device twice for a single use',
    '{"devices":["SHADE","SHADE"],"multiUse":false}',
    { devices: ['SHADE'], multiUse: false },
  ],
  [
    'a window twice',
    `{"windows":[${window},${window}]}`,
    { windows: [JSON.parse(window), JSON.parse(window)] },
  ],
  [
    'a day twice',
    '{"windows":[{"days":[1,1],"from":"08:00","until":"12:00"},{"days":[1,2,3,4,5,6,7],"from":"00:00","until":"00:00"}]}',
    {},
  ],
  ['a whole week without end', '{"windows":[{"days":[1,2,3,4,5,6,7],"from":"22:00","until":"21:59"}]}', {}],
  ['an action twice', '{"actions":{"SHADE":["move","move"]}}', { actions: { SHADE: ['move'] } }],
  ['limits that say nothing', '{"limits":{"SHADE":{}}}', { limits: {} }],
  ['no limits', '{"limits":{}}', { limits: {} }],
  ['less than nothing', '{"limits":{"SHADE":{"minPosition":-0,"maxPosition":1e-320}}}', {}],
  ['a name of forty emoji', `{"name":"${'👩'.repeat(40)}"}`, { name: '👩'.repeat(40) }],
  ['a name in parts', '{"name":" Zˇ\\u0065\\u0301 "}', { name: 'Zˇé' }],
  ['a name from right to left', '{"name":"שלום"}', { name: 'שלום' }],
]

describe.each(['create', 'update'] as const)('%s of a link', (call) => {
  it.each(REFUSED)('refuses %s', async (_name, terms, verdict) => {
    expect(await verdictOfTerms(call, terms)).toBe(verdict)
  })

  it.each(TAKEN)('takes %s', async (_name, terms, expected) => {
    expect(await verdictOfTerms(call, terms)).toMatchObject(JSON.parse(spell(JSON.stringify(expected))))
  })
})
