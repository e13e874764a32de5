import { DEVICE_STATUSES, DEVICE_TOPICS, DEVICE_TYPES, LOCK_STATES } from '@senca/contract'
import fc from 'fast-check'
import { nearly, wildValue } from './values.ts'

/** One message that a device of the owner publishes. */
export interface MqttCase {
  kind: 'mqtt'
  topic: string
  payload: Buffer
  qos: 0 | 1 | 2
  retain: boolean
}

/** Raw bytes for the port of the broker. */
export interface BytesCase {
  kind: 'bytes'
  bytes: Buffer
}

/** Frames for the websocket. */
export interface FrameCase {
  kind: 'frame'
  frames: (string | Buffer)[]
}

const TEXT_MAX = 18_000
const unit = fc.option(fc.double({ min: 0, max: 1, noNaN: true }))
const count = fc.nat(1_000)

const state = fc.record(
  {
    status: fc.constantFrom(...DEVICE_STATUSES),
    position: unit,
    inclination: unit,
    target: fc.option(fc.record({ position: unit, inclination: unit })),
    assumed: fc.boolean(),
    light1Brightness: unit,
    magnetLockState: fc.constantFrom(...LOCK_STATES),
    motorLockLocked: fc.option(fc.boolean()),
    magicFoilOpacity: unit,
    settings: fc.record(
      { motorInverted: fc.boolean(), devicetype: fc.constantFrom(...DEVICE_TYPES), light1Name: fc.string() },
      { requiredKeys: [] },
    ),
    totalRestarts: count,
    totalStateUpdates: count,
  },
  { requiredKeys: ['totalRestarts', 'totalStateUpdates'] },
)
const status = fc.record(
  {
    connected: fc.boolean(),
    type: fc.constantFrom(...DEVICE_TYPES),
    version: fc.constantFrom(1, 2),
    firmware: fc.string({ maxLength: 80 }),
    factoryReset: fc.boolean(),
  },
  { requiredKeys: ['connected'] },
)
const result = fc.record(
  {
    id: fc.oneof(fc.uuid(), fc.string()),
    status: fc.constantFrom('success', 'error'),
    error: fc.string(),
    error_description: fc.string(),
  },
  { requiredKeys: ['id', 'status'] },
)
const bodyByTopic: Record<(typeof DEVICE_TOPICS)[number], fc.Arbitrary<unknown>> = {
  state,
  status,
  result,
  command: fc.record({ id: fc.string(), command: fc.string(), expiresAt: fc.string() }),
}

const payloadOf = (right: fc.Arbitrary<unknown>): fc.Arbitrary<Buffer> =>
  fc.oneof(
    { weight: 5, arbitrary: right.map((body) => Buffer.from(JSON.stringify(body))) },
    { weight: 5, arbitrary: nearly(right).map((body) => Buffer.from(JSON.stringify(body) ?? '')) },
    { weight: 2, arbitrary: wildValue.map((body) => Buffer.from(JSON.stringify(body) ?? '')) },
    { weight: 2, arbitrary: fc.uint8Array({ maxLength: 600 }).map((bytes) => Buffer.from(bytes)) },
    { weight: 1, arbitrary: fc.nat(TEXT_MAX).map((length) => Buffer.alloc(length, '[')) },
  )

const wildTopic = fc.oneof(
  fc.constantFrom(
    '$SYS/broker/clients',
    '$share/a/senca/+/state',
    'senca',
    'senca/',
    'senca//state',
    'senca/{{own device}}/state/more',
    'senca/{{own device}}/nothing',
    '/'.repeat(60),
    'x'.repeat(3_000),
  ),
  fc.string({ minLength: 1, maxLength: 60 }).map((topic) => topic.replaceAll(/[+#\0]/g, '_')),
)

const published = fc.constantFrom(...DEVICE_TOPICS).chain((name) =>
  fc.record({
    kind: fc.constant('mqtt' as const),
    topic: fc.oneof(
      { weight: 8, arbitrary: fc.constant(`senca/{{fuzzed device}}/${name}`) },
      {
        weight: 1,
        arbitrary: fc.constantFrom(`senca/{{foreign device}}/${name}`, `senca/{{own door}}/${name}`),
      },
      { weight: 1, arbitrary: wildTopic },
    ),
    payload: payloadOf(bodyByTopic[name]),
    qos: fc.constantFrom(0 as const, 1 as const, 2 as const),
    retain: fc.boolean(),
  }),
)

export const mqttCases: fc.Arbitrary<MqttCase> = published

const CONNECT = Buffer.from('100f00044d5154540402003c0003616263', 'hex')

/** Random bytes, some of which begin like a valid packet. */
export const bytesCases: fc.Arbitrary<BytesCase> = fc
  .tuple(fc.boolean(), fc.uint8Array({ maxLength: 200 }), fc.nat(CONNECT.length))
  .map(([beginsWell, bytes, length]) => ({
    kind: 'bytes',
    bytes: beginsWell ? Buffer.concat([CONNECT.subarray(0, length), bytes]) : Buffer.from(bytes),
  }))

export const frameCases: fc.Arbitrary<FrameCase> = fc
  .array(
    fc.oneof(
      nearly(fc.constant({ subject: 'auth.login', data: { token: 'A'.repeat(43), batch: true } })).map(
        (message) => JSON.stringify(message) ?? '',
      ),
      fc.string({ unit: 'binary', maxLength: 500 }),
      fc.uint8Array({ maxLength: 500 }).map((bytes) => Buffer.from(bytes)),
      fc.nat(20_000).map((length) => 'x'.repeat(length)),
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((frames) => ({ kind: 'frame', frames }))
