import { expect } from 'vitest'
import { gone, nothingThere, type Row } from './row.ts'

const noEntity = {
  other: () => ({ error: 'resource_not_found', key: 'id' }),
  refusal: 'resource_not_found',
  isSilent: true,
}

const NO_NODE = '0123456789abcdef'
const noNode = { ...noEntity, other: () => ({ error: 'resource_not_found', key: 'node' }) }

/** Calls about a home: its rooms, groups, scenarios and weather. */
export const HOME_ROWS: Record<string, Row> = {
  'POST /auth/api/v1/room/create': {
    request: (id) => ({ json: { name: 'Room', devices: [id] } }),
    other: gone,
  },
  'GET /auth/api/v1/room/list': { request: () => ({}), other: () => [] },
  'POST /auth/api/v1/room/update': {
    request: () => ({ json: { id: crypto.randomUUID(), name: 'Another' } }),
    other: () => ({ error: 'resource_not_found' }),
    refusal: 'resource_not_found',
    isSilent: true,
  },
  'POST /auth/api/v1/room/delete': {
    request: () => ({ json: { id: crypto.randomUUID() } }),
    other: () => ({ error: 'resource_not_found' }),
    refusal: 'resource_not_found',
    isSilent: true,
  },
  'POST /auth/api/v1/mqtt/credentials': {
    request: () => ({ json: { name: 'Bridge' } }),
    // Creates the caller's own login, so it reveals nothing about others.
    other: () => expect.objectContaining({ name: 'Bridge', topicPrefix: '' }),
    isSilent: true,
  },
  'GET /auth/api/v1/mqtt/credentials/list': {
    request: () => ({}),
    other: () => [{ name: 'Bridge' }],
    isSilent: true,
  },
  'POST /auth/api/v1/mqtt/credentials/delete': {
    request: () => ({ json: { name: 'Unknown' } }),
    other: () => ({ error: 'resource_not_found', key: 'name' }),
    refusal: 'resource_not_found',
    isSilent: true,
  },
  'GET /auth/api/v1/mqtt/status': {
    request: () => ({}),
    other: () => expect.objectContaining({ connections: [], notices: [] }),
    isSilent: true,
  },
  'POST /auth/api/v1/mqtt/join': {
    // A link-local address, which no server connects to.
    request: () => ({ json: { host: '169.254.0.1', tls: true } }),
    other: () => ({ error: 'broker_unusable', error_detail: 'not_allowed' }),
    refusal: 'broker_unusable',
    isSilent: true,
  },
  'GET /auth/api/v1/mqtt/join': { request: () => ({}), other: () => ({}), isSilent: true },
  'POST /auth/api/v1/mqtt/leave': { request: () => ({ json: {} }), other: () => ({}), isSilent: true },
  'POST /auth/api/v1/matter/commission': {
    // What is no code starts nothing.
    request: () => ({ json: { code: 'none' } }),
    other: () => ({ error: 'malformed_request', key: 'code' }),
    refusal: 'malformed_request',
    isSilent: true,
  },
  'GET /auth/api/v1/matter/commission': {
    request: () => ({ query: `id=${crypto.randomUUID()}` }),
    other: () => ({ error: 'resource_not_found', key: 'id' }),
    refusal: 'resource_not_found',
    isSilent: true,
  },
  'GET /auth/api/v1/matter/nodes': { request: () => ({}), other: () => [], isSilent: true },
  'POST /auth/api/v1/matter/remove': { request: () => ({ json: { node: NO_NODE } }), ...noNode },
  'POST /auth/api/v1/matter/share': { request: () => ({ json: { node: NO_NODE } }), ...noNode },
  'GET /auth/api/v1/discovery/list': { request: () => ({}), other: () => [], isSilent: true },
  'POST /auth/api/v1/discovery/add': {
    request: (id) => ({ json: { ids: [id], devicetype: 'roller_shutter', name: 'Kitchen' } }),
    ...noEntity,
  },
  'POST /auth/api/v1/discovery/assign': {
    request: (id) => ({ json: { token: id, ids: [id] } }),
    other: gone,
    refusal: 'device_unsupported_action',
  },
  'POST /auth/api/v1/discovery/try': {
    request: (id) => ({ json: { id, do: 'open' } }),
    ...noEntity,
  },
  'POST /auth/api/v1/discovery/ignore': {
    request: (id) => ({ json: { ids: [id], ignored: true } }),
    ...noEntity,
  },
  'POST /auth/api/v1/discovery/forget': {
    request: (id) => ({ json: { ids: [id] } }),
    ...noEntity,
  },
  // Asks the hardware in the caller's own space.
  'POST /auth/api/v1/discovery/refresh': {
    request: () => ({ json: {} }),
    other: () => ({}),
    isSilent: true,
  },
  'GET /auth/api/v1/home/info': { request: () => ({}), ...nothingThere },
  'GET /auth/api/v1/home/sun': {
    request: () => ({}),
    other: () => ({ error: 'data_missing', key: 'home' }),
    refusal: 'data_missing',
    isSilent: true,
  },
  'POST /auth/api/v1/home/update': { request: () => ({ json: { name: 'Another' } }), ...nothingThere },
  // Creates the caller's own home, so it reveals nothing about others.
  'POST /auth/api/v1/home/create': {
    request: () => ({ json: { name: 'Home', lat: 46, lon: 14 } }),
    other: () => ({ lat: 46, lon: 14 }),
    isSilent: true,
  },
  'POST /auth/api/v1/group/create': {
    request: (id) => ({ json: { name: 'Group', devices: [id] } }),
    other: gone,
  },
  'GET /auth/api/v1/group/list': { request: () => ({}), other: () => [] },
  'POST /auth/api/v1/group/update': {
    request: () => ({ json: { id: crypto.randomUUID(), name: 'Another' } }),
    ...nothingThere,
  },
  'POST /auth/api/v1/group/delete': {
    request: () => ({ json: { id: crypto.randomUUID() } }),
    ...nothingThere,
  },
  'POST /auth/api/v1/group/move': {
    request: () => ({ json: { id: crypto.randomUUID(), command: 'move', position: 50 } }),
    ...nothingThere,
  },
  'POST /auth/api/v1/group/abort': {
    request: () => ({ json: { id: crypto.randomUUID() } }),
    ...nothingThere,
  },
  // Creates the caller's own moment, so it reveals nothing about others.
  'POST /auth/api/v1/moment/create': {
    request: () => ({ json: { name: 'Leave', steps: [{ act: 'lights_off' }] } }),
    other: () => expect.objectContaining({ name: 'Leave', steps: [{ act: 'lights_off' }] }),
    isSilent: true,
  },
  'GET /auth/api/v1/moment/list': {
    request: () => ({}),
    other: () => [expect.objectContaining({ name: 'Leave' })],
    isSilent: true,
  },
  'POST /auth/api/v1/moment/update': {
    request: () => ({ json: { id: crypto.randomUUID(), name: 'Another' } }),
    ...nothingThere,
  },
  'POST /auth/api/v1/moment/delete': {
    request: () => ({ json: { id: crypto.randomUUID() } }),
    ...nothingThere,
  },
  'POST /auth/api/v1/moment/run': {
    request: () => ({ json: { id: crypto.randomUUID() } }),
    ...nothingThere,
  },
  // Its own: other calls of this test may have caused some.
  'GET /auth/api/v1/notification/list': {
    request: () => ({}),
    other: () => expect.any(Array),
    isSilent: true,
  },
  'GET /auth/api/v1/notification/state': {
    request: () => ({}),
    other: () => ({ must: 0 }),
    isSilent: true,
  },
  'POST /auth/api/v1/notification/seen': {
    request: () => ({ json: { ids: [crypto.randomUUID()] } }),
    other: () => ({}),
    isSilent: true,
  },
  'POST /auth/api/v1/notification/act': {
    request: () => ({ json: { id: crypto.randomUUID(), action: 'snooze' } }),
    ...nothingThere,
  },
  'GET /auth/api/v1/notification/choices': {
    request: () => ({}),
    other: () => expect.objectContaining({ devices: {}, homes: {} }),
    isSilent: true,
  },
  'POST /auth/api/v1/notification/choices': {
    request: () => ({ json: { kinds: { door_open: { mail: false } } } }),
    other: () => expect.objectContaining({ devices: {}, homes: {} }),
    isSilent: true,
  },
  'GET /auth/api/v1/notification/escalation': {
    request: () => ({}),
    other: () => ({ afterMinutes: 5, mail: true, people: [], asked: [] }),
    isSilent: true,
  },
  'POST /auth/api/v1/notification/escalation': {
    request: () => ({ json: { afterMinutes: 10 } }),
    other: () => expect.objectContaining({ people: [], asked: [] }),
    isSilent: true,
  },
  'POST /auth/api/v1/notification/escalation/accept': {
    request: () => ({ json: { owner: 'nobody@example.com', accept: true } }),
    ...nothingThere,
  },
  'GET /auth/api/v1/push/info': {
    request: () => ({}),
    other: () => ({ available: true, reason: null }),
    isSilent: true,
  },
  'GET /auth/api/v1/push/list': { request: () => ({}), other: () => [], isSilent: true },
  'POST /auth/api/v1/push/subscribe': {
    request: () => ({
      json: {
        endpoint: 'https://push.example.com/abc',
        keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) },
      },
    }),
    other: () => ({ error: 'push_service_not_allowed' }),
    refusal: 'push_service_not_allowed',
    isSilent: true,
  },
  'POST /auth/api/v1/push/unsubscribe': {
    request: () => ({ json: { id: crypto.randomUUID() } }),
    ...nothingThere,
  },
  'POST /auth/api/v1/push/test': { request: () => ({ json: {} }), ...nothingThere },
  'POST /auth/api/v1/scenario/create': {
    request: (id) => ({
      json: {
        name: 'Scenario',
        enabled: true,
        targets: [id],
        triggers: [],
        actions: [{ type: 'MoveSelf', position: 0.5 }],
      },
    }),
    other: gone,
  },
  'GET /auth/api/v1/scenario/list': { request: () => ({}), other: () => [] },
  'GET /auth/api/v1/scenario/outlook': { request: () => ({}), other: () => [], isSilent: true },
  'GET /auth/api/v1/scenario/info': {
    request: () => ({ query: `id=${crypto.randomUUID()}` }),
    ...nothingThere,
  },
  'GET /auth/api/v1/scenario/history': {
    request: () => ({ query: `id=${crypto.randomUUID()}` }),
    ...nothingThere,
  },
  'POST /auth/api/v1/scenario/update': {
    request: () => ({ json: { id: crypto.randomUUID(), name: 'Another' } }),
    ...nothingThere,
  },
  'POST /auth/api/v1/scenario/delete': {
    request: () => ({ json: { id: crypto.randomUUID() } }),
    ...nothingThere,
  },
  'POST /auth/api/v1/scenario/run': {
    request: () => ({ json: { id: crypto.randomUUID() } }),
    ...nothingThere,
  },
  'POST /auth/api/v1/scenario/skip': {
    request: () => ({ json: { id: crypto.randomUUID(), at: '2030-01-01T07:00:00.000Z', skip: true } }),
    ...nothingThere,
  },
  'GET /auth/api/v1/weather/now': { request: () => ({}), other: () => ({ values: {} }), isSilent: true },
  'GET /auth/api/v1/weather/forecast': { request: () => ({}), other: () => [], isSilent: true },
  'GET /auth/api/v1/weather/sources': {
    request: () => ({}),
    other: () => ({ netatmo: { linkedAt: null } }),
    isSilent: true,
  },
  'POST /auth/api/v1/weather/netatmo/link': { request: () => ({}), ...nothingThere },
  'POST /auth/api/v1/weather/netatmo/unlink': { request: () => ({}), other: () => ({}), isSilent: true },
  'GET /auth/weather/netatmo/callback': { request: () => ({}) },
  'GET /auth/api/v1/subscription/info': {
    request: () => ({}),
    other: () => ({ status: 'none' }),
    isSilent: true,
  },
  'GET /auth/api/v1/hook/key': {
    request: () => ({}),
    other: () => ({ exists: expect.any(Boolean) }),
    isSilent: true,
  },
  'POST /auth/api/v1/hook/key': {
    request: () => ({}),
    other: () => ({ key: expect.any(String) }),
    isSilent: true,
  },
  'POST /auth/push/receipt': { request: () => ({ json: { receipt: 'A'.repeat(22), what: 'shown' } }) },
  'POST /auth/hook/{key}': { request: () => ({ json: { type: 'alarm', source: 'hail', on: false } }) },
  'POST /auth/api/v1/security/alarm': {
    request: () => ({ json: { source: 'hail', on: false } }),
    other: () => ({ source: 'hail', on: false, since: null }),
    isSilent: true,
  },
  'POST /auth/api/v1/device/weather': {
    request: (id) => ({ json: { token: id, automatic: true } }),
    other: gone,
    isSilent: true,
  },
  'POST /auth/api/v1/device/override': {
    request: (id) => ({ json: { token: id, command: 'move', position: 30, reason: 'Caught in it' } }),
    other: gone,
  },
  'POST /auth/api/v1/weather/replay': {
    request: () => ({
      json: {
        triggers: [{ type: 'Weather', measurement: 'rain', condition: 'gt', value: 1, lat: 46, lon: 14 }],
      },
    }),
    other: () => ({ count: 0 }),
    isSilent: true,
  },
  'POST /auth/api/v1/device/doorway': {
    request: (id) => ({ json: { token: id, door: null } }),
    other: gone,
    isSilent: true,
  },
  'POST /auth/api/v1/device/sun': {
    request: (id) => ({ json: { token: id, azimuth: 180, mode: 'off' } }),
    other: gone,
    isSilent: true,
  },
}
