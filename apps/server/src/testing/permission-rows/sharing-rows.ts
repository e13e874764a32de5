import { linkRequest } from '../homes/link-home.ts'
import { gone, NO_TOKEN, nothingThere, type Row } from './row.ts'

/** A client has to register first, which is no call of a person. */
const faultyRequest = {
  other: () => ({ error: 'malformed_request', key: 'query' }),
  refusal: 'malformed_request',
  isSilent: true,
}

/** Calls that share or transfer devices. */
export const SHARING_ROWS: Record<string, Row> = {
  'POST /auth/api/v1/device-link/create': {
    request: (id, { app }) => ({ json: linkRequest(app, [id]) }),
    other: gone,
  },
  'POST /auth/api/v1/device-link/update': {
    request: () => ({ json: { token: NO_TOKEN } }),
    other: () => ({ error: 'resource_not_found' }),
    refusal: 'resource_not_found',
    isSilent: true,
  },
  'POST /auth/api/v1/device-link/delete': {
    request: () => ({ json: { token: NO_TOKEN } }),
    other: () => ({ error: 'resource_not_found' }),
    refusal: 'resource_not_found',
    isSilent: true,
  },
  'GET /auth/api/v1/device-link/list': { request: () => ({}), other: () => [] },
  'GET /auth/api/v1/device-link/freeze': {
    request: () => ({}),
    other: () => ({ frozen: false }),
    isSilent: true,
  },
  'POST /auth/api/v1/device-link/freeze': {
    request: () => ({ json: { frozen: false } }),
    other: () => ({ frozen: false }),
    isSilent: true,
  },
  'POST /auth/api/v1/device-link/info': { request: () => ({ json: {} }) },
  'POST /auth/api/v1/device-link/devices': { request: () => ({ json: {} }) },
  'POST /auth/api/v1/device-link/action': {
    request: (id) => ({ json: { deviceIds: [id], action: { command: 'move', position: 50 } } }),
  },
  'POST /auth/api/v1/device-link/stop': { request: (id) => ({ json: { deviceIds: [id] } }) },
  'GET /auth/api/v1/access/list': { request: (id) => ({ query: `devicetoken=${id}` }), other: gone },
  'GET /auth/api/v1/role/list': { request: () => ({}), other: () => [] },
  'GET /auth/api/v1/role/received': { request: () => ({}), other: () => [], isSilent: true },
  'POST /auth/api/v1/role/create': {
    request: (id) => ({ json: { name: 'Role', permissions: ['view'], devices: [id] } }),
    other: gone,
  },
  'POST /auth/api/v1/role/update': {
    request: () => ({ json: { id: crypto.randomUUID(), name: 'Another' } }),
    ...nothingThere,
  },
  'POST /auth/api/v1/role/delete': {
    request: () => ({ json: { id: crypto.randomUUID() } }),
    ...nothingThere,
  },
  'POST /auth/api/v1/role/leave': {
    request: () => ({ json: { id: crypto.randomUUID() } }),
    ...nothingThere,
  },
  'GET /auth/api/v1/role/report': {
    request: () => ({ query: `id=${crypto.randomUUID()}` }),
    ...nothingThere,
  },
  'GET /auth/api/v1/bridge/list': { request: () => ({}), other: () => [], isSilent: true },
  'POST /auth/api/v1/bridge/create': {
    request: (id) => ({ json: { name: 'App', kind: 'script', grants: { [id]: { permissions: ['view'] } } } }),
    other: gone,
  },
  'POST /auth/api/v1/bridge/update': {
    request: () => ({ json: { id: crypto.randomUUID(), name: 'Another' } }),
    ...nothingThere,
  },
  'POST /auth/api/v1/bridge/delete': {
    request: () => ({ json: { id: crypto.randomUUID() } }),
    ...nothingThere,
  },
  'GET /auth/api/v1/bridge/parts': {
    request: () => ({ query: `id=${crypto.randomUUID()}` }),
    ...nothingThere,
  },
  'POST /auth/api/v1/bridge/secret': {
    request: () => ({ json: { id: crypto.randomUUID() } }),
    ...nothingThere,
  },
  'POST /auth/api/v1/bridge/unlock': {
    request: () => ({ json: { id: crypto.randomUUID(), token: 'abcdefgh', mode: 'off' } }),
    ...nothingThere,
  },
  'POST /auth/api/v1/bridge/pairing': {
    request: () => ({ json: { id: crypto.randomUUID() } }),
    ...nothingThere,
  },
  'GET /auth/api/v1/bridge/pairing': {
    request: () => ({ query: `id=${crypto.randomUUID()}` }),
    ...nothingThere,
  },
  'GET /auth/api/v1/bridge/fabrics': {
    request: () => ({ query: `id=${crypto.randomUUID()}` }),
    ...nothingThere,
  },
  'POST /auth/api/v1/bridge/fabric/remove': {
    request: () => ({ json: { id: crypto.randomUUID(), index: 1 } }),
    ...nothingThere,
  },
  'POST /auth/api/v1/bridge/reset': {
    request: () => ({ json: { id: crypto.randomUUID() } }),
    ...nothingThere,
  },
  'POST /auth/api/v1/bridge/node': {
    request: () => ({ json: { process: crypto.randomUUID() } }),
    other: () => ({ error: 'insufficient_permission' }),
    refusal: 'insufficient_permission',
    isSilent: true,
  },
  'POST /auth/api/v1/bridge/identify': {
    request: (token) => ({ json: { process: crypto.randomUUID(), token, seconds: 1 } }),
    other: () => ({ error: 'insufficient_permission' }),
    refusal: 'insufficient_permission',
    isSilent: true,
  },
  'POST /auth/api/v1/bridge/store': {
    request: () => ({ json: { process: crypto.randomUUID(), entries: {} } }),
    other: () => ({ error: 'insufficient_permission' }),
    refusal: 'insufficient_permission',
    isSilent: true,
  },
  'POST /auth/api/v1/oauth/request': { request: () => ({ json: { query: '' } }), ...faultyRequest },
  'POST /auth/api/v1/oauth/consent': {
    request: () => ({ json: { query: '', name: 'App', grants: {} } }),
    ...faultyRequest,
  },
  'GET /auth/api/v1/webhook/list': { request: () => ({}), other: () => [], isSilent: true },
  'POST /auth/api/v1/webhook/create': {
    request: () => ({
      json: { bridge: crypto.randomUUID(), url: 'https://hooks.example/', events: ['device.state'] },
    }),
    ...nothingThere,
  },
  'POST /auth/api/v1/webhook/update': {
    request: () => ({ json: { id: crypto.randomUUID(), enabled: false } }),
    ...nothingThere,
  },
  'POST /auth/api/v1/webhook/delete': {
    request: () => ({ json: { id: crypto.randomUUID() } }),
    ...nothingThere,
  },
  'POST /auth/api/v1/webhook/test': {
    request: () => ({ json: { id: crypto.randomUUID() } }),
    ...nothingThere,
  },
  'POST /auth/api/v1/webhook/rotate': {
    request: () => ({ json: { id: crypto.randomUUID() } }),
    ...nothingThere,
  },
  'GET /auth/api/v1/webhook/deliveries': {
    request: () => ({ query: `id=${crypto.randomUUID()}` }),
    ...nothingThere,
  },
  'POST /auth/api/v1/webhook/replay': {
    request: () => ({ json: { id: crypto.randomUUID(), deliveryId: crypto.randomUUID() } }),
    ...nothingThere,
  },
  'POST /auth/api/v1/approval/ask': {
    request: () => ({ json: { token: 'abcdefgh', lockType: 'motor' } }),
    other: () => ({ error: 'insufficient_permission' }),
    refusal: 'insufficient_permission',
    isSilent: true,
  },
  'GET /auth/api/v1/approval/status': {
    request: () => ({ query: `id=${crypto.randomUUID()}` }),
    other: () => ({ error: 'insufficient_permission' }),
    refusal: 'insufficient_permission',
    isSilent: true,
  },
  'GET /auth/api/v1/approval/list': { request: () => ({}), other: () => [], isSilent: true },
  'POST /auth/api/v1/approval/answer': {
    request: () => ({ json: { id: crypto.randomUUID(), allow: true } }),
    ...nothingThere,
  },
  'GET /auth/api/v1/account/freeze-sharing': {
    request: () => ({}),
    other: () => ({ on: false }),
    isSilent: true,
  },
  'POST /auth/api/v1/account/freeze-sharing': {
    request: () => ({ json: { on: false } }),
    other: () => ({ on: false }),
    isSilent: true,
  },
  'GET /auth/account/freeze-sharing': {
    request: () => ({}),
    other: () => ({ on: false }),
    isSilent: true,
  },
  'POST /auth/account/freeze-sharing': {
    request: () => ({ json: { on: false } }),
    other: () => ({ on: false }),
    isSilent: true,
  },
  'POST /auth/api/v1/device/test-move': {
    request: (id) => ({ json: { token: id, direction: 'close', ms: 1 } }),
    other: gone,
    // The device of this test does not move.
    refusal: 'device_update_failed',
    isSilent: true,
  },
  'POST /auth/api/v1/device/transfer': {
    request: (id, { receiverEmail }) => ({ json: { token: id, email: receiverEmail } }),
    other: gone,
    isSilent: true,
  },
  'POST /auth/api/v1/device/transfer/home': {
    request: (id, { receiverEmail }) => ({ json: { devices: [id], email: receiverEmail } }),
    other: gone,
    isSilent: true,
  },
  'POST /auth/api/v1/device/transfer/info': {
    request: () => ({ json: { token: NO_TOKEN } }),
    other: () => ({ error: 'confirmation_invalid' }),
    refusal: 'confirmation_invalid',
    isSilent: true,
  },
  'POST /auth/api/v1/device/transfer/accept': {
    request: () => ({ json: { token: NO_TOKEN } }),
    other: () => ({ error: 'confirmation_invalid' }),
    refusal: 'confirmation_invalid',
    isSilent: true,
  },
  'GET /auth/api/v1/device/transfer/list': { request: () => ({}), other: () => [] },
  'POST /auth/api/v1/device/transfer/cancel': {
    request: (id) => ({ json: { token: id } }),
    other: gone,
    isSilent: true,
  },
}
