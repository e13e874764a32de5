import { groupSchema } from '@senca/contract/automation'
import { bridgeSchema } from '@senca/contract/bridges'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describedCalls } from '#testing/api-description.ts'
import { createConfirmedClient, linkRequest, makeLink } from '#testing/homes/link-home.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import type { TestClient } from '#testing/test-client.ts'

let app: TestApp
let owner: TestClient
let shade: Awaited<ReturnType<typeof moveIn>>
let token: string
let groupId: string
let bridgeId: string
beforeAll(async () => {
  app = await createTestApp()
  owner = await createConfirmedClient(app)
  shade = await moveIn(app, owner, 'roller_shutter')
  token = (await makeLink(app, owner, [shade.id])).token
  const group = { name: 'All', devices: [shade.id] }
  const made = await owner.ok(owner.api('POST', '/auth/api/v1/group/create', { json: group }))
  groupId = groupSchema.parse(made).id
  const bridge = { name: 'Script', kind: 'script', grants: {} }
  bridgeId = bridgeSchema.parse(
    await owner.ok(owner.api('POST', '/auth/api/v1/bridge/create', { json: bridge })),
  ).id
})
afterAll(async () => {
  await shade.device.end()
  await app.close()
})

const KEY = 'aKeyThatNobodyKnows'
const PASSKEY = { id: 'a', rawId: 'a', type: 'public-key' }
const GRANTS = {
  deviceSpecifiers: { light1: true, light2: false },
  actions: ['move'],
  limits: { maxPosition: 0.3 },
}

const perGrant = (call: string, bodyOf: () => object): [string, string, () => object][] =>
  Object.entries(GRANTS).map(([place, value]) => [
    call,
    place,
    () => ({ ...bodyOf(), [place]: { [KEY]: value } }),
  ])

const perCredential = (call: string, place: string, bodyOf: (credential: object) => object) => [
  [call, place, () => bodyOf({ ...PASSKEY, response: {}, [KEY]: {} })] as const,
  [call, `${place}.response`, () => bodyOf({ ...PASSKEY, response: { [KEY]: {} } })] as const,
]

const move = () => ({ token: shade.id, command: 'move', position: 40 })

/** A request for every place that accepts unlisted keys, valid except for one such key. */
const found = () => ({ ids: ['a'], devicetype: 'roller_shutter' })

const NOBODY = '00000000-0000-4000-8000-000000000000'
const PART = { token: 'a', part: 'cover', name: 'a', reachable: true }

const REQUESTS: (readonly [call: string, place: string, body: () => object])[] = [
  ...perGrant('POST /auth/api/v1/device-link/create', () => linkRequest(app, [shade.id])),
  ...perGrant('POST /auth/api/v1/device-link/update', () => ({ token })),
  [
    'POST /auth/api/v1/device-link/action',
    'action',
    () => ({
      deviceLinkToken: token,
      deviceIds: [shade.id],
      action: { command: 'move', position: 40, [KEY]: 1 },
    }),
  ],
  [
    'POST /auth/api/v1/bridge/create',
    'grants',
    () => ({ name: 'a', kind: 'script', grants: { [KEY]: { permissions: ['view'] } } }),
  ],
  [
    'POST /auth/api/v1/bridge/update',
    'grants',
    () => ({ id: bridgeId, grants: { [KEY]: { permissions: ['view'] } } }),
  ],
  ...(
    [
      ['report.fabrics.[]', { fabrics: [{ index: 1, vendorId: 1, label: '', lastSeenAt: null, [KEY]: 1 }] }],
      ['report.pairing', { pairing: { id: 'a', status: 'done', [KEY]: 1 } }],
      ['report.parts.[]', { parts: [{ ...PART, told: {}, [KEY]: 1 }] }],
      ['report.parts.[].told', { parts: [{ ...PART, told: { [KEY]: 1 } }] }],
    ] as const
  ).map(([place, report]): readonly [string, string, () => object] => [
    'POST /auth/api/v1/bridge/node',
    place,
    () => ({ process: NOBODY, report }),
  ]),
  [
    'POST /auth/api/v1/oauth/consent',
    'grants',
    () => ({ query: '', name: 'a', grants: { [KEY]: { permissions: ['view'] } } }),
  ],
  ['POST /auth/api/v1/bridge/store', 'entries', () => ({ process: NOBODY, entries: { [KEY]: 'a' } })],
  [
    'POST /auth/api/v1/notification/choices',
    'devices',
    () => ({ devices: { [KEY]: { door_open: { off: true } } } }),
  ],
  ['POST /auth/api/v1/notification/choices', 'kinds', () => ({ kinds: { [KEY]: { mail: true } } })],
  ['POST /auth/api/v1/notification/choices', 'homes', () => ({ homes: { [KEY]: { mutedUntil: null } } })],
  ['POST /auth/api/v1/device/move', 'commands.[]', () => ({ commands: [{ ...move(), [KEY]: 1 }] })],
  ['POST /auth/api/v1/device/override', '', () => ({ ...move(), reason: 'Caught in it', [KEY]: 1 })],
  ['POST /auth/api/v1/group/move', '', () => ({ id: groupId, command: 'move', position: 40, [KEY]: 1 })],
  ...(['parts', 'settings'] as const).flatMap((place): (readonly [string, string, () => object])[] => [
    [
      'POST /auth/api/v1/discovery/add',
      place,
      () => ({ ...found(), name: 'a', [place]: { [KEY]: 'cover' } }),
    ],
    [
      'POST /auth/api/v1/discovery/assign',
      place,
      () => ({ token: shade.id, ids: ['a'], [place]: { [KEY]: 'cover' } }),
    ],
  ]),
  ...perCredential('POST /auth/api/v1/device/move', 'proof.credential', (credential) => ({
    commands: [move()],
    proof: { state: 'a', credential },
  })),
  ...perCredential('POST /auth/api/v1/approval/answer', 'proof.credential', (credential) => ({
    id: 'a',
    allow: true,
    proof: { state: 'a', credential },
  })),
  ...perCredential('POST /auth/login/second', 'credential', (credential) => ({ state: 'a', credential })),
  ...perCredential('POST /auth/login/passkey', 'credential', (credential) => ({ state: 'a', credential })),
  ...perCredential('POST /auth/account/second-factor/passkey/add', 'credential', (credential) => ({
    state: 'a',
    name: 'a',
    credential,
  })),
]

const send = async (call: string, json: string) => {
  const [method = '', path = ''] = call.split(' ')
  const options = { raw: { type: 'application/json', body: json } }
  const { status, body } = path.startsWith('/auth/api/')
    ? await owner.api(method, path, options)
    : await owner.call(method, path, options)
  return { status, body: JSON.stringify(body).replaceAll('(__proto__)', KEY) }
}

describe('a key of the name of the prototype', () => {
  it.each(REQUESTS)('counts as any key that nobody knows: %s in %s', async (call, _place, bodyOf) => {
    const unknown = JSON.stringify(bodyOf())
    expect(unknown).toContain(KEY)
    const expected = await send(call, unknown)
    for (const proto of ['__proto__', '__prot\\u006f__']) {
      expect(await send(call, unknown.replaceAll(KEY, proto))).toEqual(expected)
    }
  })

  it('is tried at every place that takes keys without listing them', async () => {
    const places = (await describedCalls(app.http)).flatMap(({ name, openPlaces }) =>
      openPlaces.map((place) => `${name} ${place}`),
    )
    expect(REQUESTS.map(([call, place]) => `${call} ${place}`).toSorted()).toEqual(places.toSorted())
  })
})
