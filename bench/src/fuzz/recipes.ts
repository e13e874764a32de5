import { DENSITIES, DEVICE_TYPES, LINK_ACTIONS, UNITS } from '@senca/contract'
import fc from 'fast-check'

const HOUR_MS = 3_600_000
const percent = fc.double({ min: 0, max: 100, noNaN: true })
const own = fc.constantFrom('{{own device}}', '{{own door}}', '{{own light}}')
const name = fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 18 })
const fromNow = (hours: number): string => new Date(Date.now() + hours * HOUR_MS).toISOString()
const pin = fc.stringMatching(/^\d{4,8}$/)

/** Texts like those of the stores: without spaces, of any length. */
const shopText = fc.stringMatching(/^[!-~]{1,300}$/)
const signedText = fc.stringMatching(/^[\w-]{1,200}\.[\w-]{1,200}\.[\w-]{1,200}$/)

const terms = {
  name,
  windows: fc.array(
    fc.record({
      days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
      from: fc.constantFrom('00:00', '08:30', '23:59'),
      until: fc.constantFrom('00:00', '12:00', '23:59'),
    }),
    { maxLength: 3 },
  ),
  timeZone: fc.constantFrom('Europe/Ljubljana', 'America/St_Johns', 'UTC'),
  actions: fc.constant({ '{{own device}}': [LINK_ACTIONS[0]] }),
  limits: fc.constant({ '{{own device}}': { minPosition: 0.2, maxPosition: 0.8 } }),
  pin,
}

const SCENARIO_KEYS: (keyof typeof scenario)[] = ['name', 'enabled', 'targets', 'triggers', 'actions']
const sun = fc.record(
  {
    type: fc.constantFrom('Sunrise', 'Sunset'),
    offset: fc.integer({ min: -180, max: 180 }),
    notBefore: fc.constantFrom('05:00', '07:30'),
    notAfter: fc.constantFrom('08:00', '23:59'),
  },
  { requiredKeys: ['type'] },
)
const clock = fc.record({
  type: fc.constant('TimeOfDay'),
  hour: fc.integer({ min: 0, max: 23 }),
  minute: fc.integer({ min: 0, max: 59 }),
})
const weather = fc.record({
  type: fc.constant('Weather'),
  measurement: fc.constantFrom('wind_gust', 'rain', 'temperature'),
  condition: fc.constantFrom('lt', 'gt'),
  value: fc.double({ min: -50, max: 100, noNaN: true }),
})
const scenario = {
  name,
  enabled: fc.boolean(),
  targets: fc.constant(['{{own device}}']),
  groups: fc.constantFrom([], ['{{own group}}']),
  triggers: fc.oneof(
    fc.array(fc.oneof(clock, sun), { maxLength: 3 }),
    weather.map((trigger) => [trigger]),
    fc.constant([{ type: 'Security', sources: ['storm'] }]),
  ),
  actions: fc.oneof(
    fc
      .record(
        {
          type: fc.constant('MoveSelf'),
          position: fc.double({ min: 0, max: 1, noNaN: true }),
          inclination: fc.double({ min: 0, max: 1, noNaN: true }),
        },
        { requiredKeys: ['type', 'position'] },
      )
      .map((action) => [action]),
    fc.constantFrom([{ type: 'MoveToVentilation' }], [{ type: 'MoveSelfSecurity' }]),
  ),
  catchUp: fc.constantFrom('skip', 'within', 'latest'),
}

/** Bodies whose fields must fit each other in ways that no schema describes. They get past the first checks of the calls. */
export const RECIPES: ReadonlyMap<string, fc.Arbitrary<unknown>> = new Map<string, fc.Arbitrary<unknown>>([
  [
    'POST /auth/api/v1/device-link/create',
    fc
      .record(
        {
          devices: fc.constant(['{{own device}}']),
          multiUse: fc.constant(true),
          startsIn: fc.integer({ min: -24, max: 24 }),
          lasts: fc.integer({ min: 25, max: 600 }),
          maxUses: fc.integer({ min: 2, max: 1_000 }),
          ...terms,
        },
        { requiredKeys: ['devices', 'multiUse', 'startsIn', 'lasts'] },
      )
      .map(({ startsIn, lasts, ...rest }) => ({
        ...rest,
        startsAt: fromNow(startsIn),
        expiresAt: fromNow(startsIn + lasts),
      })),
  ],
  [
    'POST /auth/api/v1/device-link/update',
    fc.record(
      {
        token: fc.constant('{{own link to change}}'),
        ...Object.fromEntries(Object.entries(terms).map(([key, term]) => [key, fc.option<unknown>(term)])),
      },
      { requiredKeys: ['token'] },
    ),
  ],
  [
    'POST /auth/api/v1/operator/device/provision',
    fc.record({ type: fc.constantFrom(...DEVICE_TYPES), count: fc.integer({ min: 1, max: 3 }) }),
  ],
  [
    'POST /auth/api/v1/device/settings',
    fc.record({
      token: fc.constant('{{own device}}'),
      settings: fc.record(
        {
          motorInverted: fc.boolean(),
          switchInverted: fc.boolean(),
          inclinationTime: fc.integer({ min: 100, max: 10_000 }),
        },
        { requiredKeys: ['motorInverted'] },
      ),
    }),
  ],
  ...['favourite', 'ventilation'].map((place): [string, fc.Arbitrary<unknown>] => [
    `POST /auth/api/v1/device/${place}`,
    fc.record({ token: fc.constant('{{own device}}'), position: percent, inclination: percent }),
  ]),
  ['POST /auth/api/v1/room/create', fc.record({ name, devices: fc.uniqueArray(own) })],
  [
    'POST /auth/api/v1/room/update',
    fc.record(
      {
        id: fc.constant('{{own room}}'),
        name,
        devices: fc.uniqueArray(own),
        before: fc.constantFrom('{{own room}}', null),
      },
      { requiredKeys: ['id'] },
    ),
  ],
  ['POST /auth/api/v1/group/create', fc.record({ name, devices: fc.uniqueArray(own) })],
  [
    'POST /auth/api/v1/group/update',
    fc.record(
      { id: fc.constant('{{own group}}'), name, devices: fc.uniqueArray(own) },
      { requiredKeys: ['id'] },
    ),
  ],
  [
    'POST /auth/api/v1/group/move',
    fc.record({ id: fc.constant('{{own group}}'), command: fc.constant('move'), position: percent }),
  ],
  [
    'POST /auth/api/v1/device/override',
    fc.record({ token: own, command: fc.constant('move'), position: percent, reason: fc.constant('Fuzz') }),
  ],
  [
    'POST /auth/api/v1/device/test-move',
    fc.record({
      token: own,
      direction: fc.constantFrom('open', 'close'),
      ms: fc.integer({ min: 1, max: 200 }),
    }),
  ],
  [
    'POST /auth/api/v1/device/transfer',
    fc.record({ token: own, email: fc.constantFrom('nobody@example.com', 'nobody') }),
  ],
  [
    'POST /auth/api/v1/device/transfer/home',
    fc.record({ devices: fc.uniqueArray(own, { minLength: 1 }), email: fc.constant('nobody@example.com') }),
  ],
  ['POST /auth/api/v1/device/transfer/cancel', fc.record({ token: own })],
  [
    'POST /auth/api/v1/role/create',
    fc.record(
      {
        name,
        permissions: fc.uniqueArray(fc.constantFrom('view', 'command', 'maintain'), { minLength: 1 }),
        devices: fc.uniqueArray(own, { minLength: 1 }),
        users: fc.uniqueArray(fc.constantFrom('{{stranger}}', 'nobody@example.com')),
        validAfter: fc.option(fc.integer({ min: -24, max: 24 }).map(fromNow)),
        validBefore: fc.option(fc.integer({ min: 25, max: 600 }).map(fromNow)),
        windows: terms.windows,
        timeZone: terms.timeZone,
      },
      { requiredKeys: ['name', 'permissions', 'devices'] },
    ),
  ],
  [
    'POST /auth/api/v1/weather/replay',
    fc.record({
      triggers: fc.constant([
        { type: 'Weather', measurement: 'rain', condition: 'gt', value: 1, lat: 46, lon: 14 },
      ]),
      days: fc.integer({ min: 1, max: 400 }),
    }),
  ],
  [
    'POST /auth/api/v1/device/publickey/add',
    fc.record({
      token: own,
      publicKey: fc.record({
        kty: fc.constantFrom('EC', 'OKP', 'RSA'),
        crv: fc.constantFrom('P-256', 'Ed25519'),
        x: fc.base64String({ maxLength: 48 }),
        y: fc.base64String({ maxLength: 48 }),
      }),
    }),
  ],
  ['POST /auth/api/v1/device/setup/start', fc.record({ network: fc.constant('ADC_ABC234') })],
  [
    'POST /auth/api/v1/device/setup/status',
    fc.record({ setupCode: fc.string({ minLength: 1, maxLength: 64 }) }),
  ],
  ['POST /auth/api/v1/device/upgrade', fc.record({ token: own })],
  ['POST /auth/api/v1/device/upgrade-all', fc.constant({})],
  ['POST /auth/api/v1/device/secret', fc.record({ token: own, enabled: fc.constant(true) })],
  ['POST /auth/api/v1/device/doorway', fc.record({ token: own, door: fc.constant(null) })],
  [
    'POST /auth/api/v1/device/sun',
    fc.record({ token: own, azimuth: fc.integer({ min: 0, max: 360 }), mode: fc.constant('off') }),
  ],
  ['POST /auth/api/v1/device/weather', fc.record({ token: own, automatic: fc.boolean() })],
  [
    'POST /auth/api/v1/security/alarm',
    fc.record({ source: fc.constantFrom('break_in', 'smoke', 'hail'), on: fc.boolean() }),
  ],
  ['POST /auth/api/v1/group/abort', fc.record({ id: fc.constant('{{own group}}') })],
  ['POST /auth/api/v1/group/delete', fc.record({ id: fc.constant('{{own group}}') })],
  ['POST /auth/api/v1/scenario/create', fc.record(scenario, { requiredKeys: SCENARIO_KEYS })],
  [
    'POST /auth/api/v1/scenario/update',
    fc.record({ id: fc.constant('{{own scenario}}'), ...scenario }, { requiredKeys: ['id'] }),
  ],
  ...['run', 'delete'].map((call): [string, fc.Arbitrary<unknown>] => [
    `POST /auth/api/v1/scenario/${call}`,
    fc.record({ id: fc.constant('{{own scenario}}') }),
  ]),
  [
    'POST /auth/api/v1/scenario/skip',
    fc.record({
      id: fc.constant('{{own scenario}}'),
      at: fc.constantFrom('{{due}}', fromNow(24)),
      skip: fc.boolean(),
    }),
  ],
  ...['create', 'update'].map((call): [string, fc.Arbitrary<unknown>] => [
    `POST /auth/api/v1/home/${call}`,
    fc.record({
      name,
      lat: fc.double({ min: -90, max: 90, noNaN: true }),
      lon: fc.double({ min: -180, max: 180, noNaN: true }),
      timezone: fc.constantFrom('Europe/Ljubljana', null),
    }),
  ]),
  [
    'POST /auth/account/preferences',
    fc.record(
      {
        pinned: fc.uniqueArray(own),
        density: fc.constantFrom(...DENSITIES),
        units: fc.constantFrom(...UNITS),
      },
      { requiredKeys: [] },
    ),
  ],
  ['POST /auth/api/v1/device/rename', fc.record({ token: own, name })],
  [
    'POST /auth/api/v1/device/unlock-guard',
    fc.record(
      {
        token: fc.constant('{{own door}}'),
        unlockBy: fc.constantFrom('tap', 'hold', 'pin'),
        password: fc.constant('{{own password}}'),
        pin,
      },
      { requiredKeys: ['token', 'unlockBy', 'password'] },
    ),
  ],
  ['POST /auth/api/v1/subscription/checkout', fc.record({ plan: fc.constantFrom('monthly', 'yearly') })],
  [
    'POST /auth/api/v1/subscription/google',
    fc.record({ purchaseToken: shopText, productId: fc.constantFrom('weather.monthly', 'weather.yearly') }),
  ],
  ['POST /auth/api/v1/subscription/apple', fc.record({ signedTransaction: signedText })],
  [
    'POST /auth/api/v1/subscription/restore',
    fc.oneof(
      fc.constant({}),
      fc.record({ purchaseToken: shopText, productId: shopText }),
      fc.record({ signedTransaction: signedText }),
    ),
  ],
  ['POST /auth/api/v1/device/unlock-challenge', fc.record({ token: fc.constant('{{own door}}') })],
])
