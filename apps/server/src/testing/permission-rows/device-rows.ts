import { createPublicKeyPem } from '../device-key.ts'
import { GOOD_PASSWORD } from '../test-client.ts'
import { gone, noDevice, nothingThere, type Row } from './row.ts'

/** Calls about devices. */
export const DEVICE_ROWS: Record<string, Row> = {
  'GET /auth/api/v1/device/list': { request: () => ({ query: 'index=token' }), other: () => ({}) },
  'GET /auth/api/v1/device/info': { request: (id) => ({ query: `devicetoken=${id}` }), other: () => ({}) },
  'POST /auth/api/v1/device/claim': {
    request: () => ({ json: { claimCode: 'AAAA-AAAA-AAAA', name: 'Stolen' } }),
    other: () => ({ error: 'device_not_exist' }),
  },
  'POST /auth/api/v1/device/move': {
    request: (id) => ({ json: { commands: [{ token: id, command: 'move', position: 50 }] } }),
    other: noDevice,
  },
  'POST /auth/api/v1/device/abort': {
    request: (id) => ({ json: { commands: [{ token: id }] } }),
    other: noDevice,
  },
  'DELETE /auth/api/v1/device/delete': {
    request: (id) => ({ query: `devicetoken=${id}&force=true` }),
    other: noDevice,
  },
  'POST /auth/api/v1/device/rename': {
    request: (id) => ({ json: { token: id, name: 'Another' } }),
    other: gone,
  },
  'POST /auth/api/v1/device/settings': {
    request: (id) => ({ json: { token: id, settings: { motorInverted: true } } }),
    other: gone,
  },
  'POST /auth/api/v1/device/favourite': {
    request: (id) => ({ json: { token: id, position: 30 } }),
    other: gone,
  },
  'POST /auth/api/v1/device/ventilation': {
    request: (id) => ({ json: { token: id, position: 90 } }),
    other: gone,
  },
  'POST /auth/api/v1/device/restart': {
    request: (id) => ({ json: { token: id } }),
    other: gone,
    isSilent: true,
  },
  'POST /auth/api/v1/device/recalibrate': {
    request: (id) => ({ json: { token: id } }),
    other: gone,
    isSilent: true,
  },
  'POST /auth/api/v1/device/unlock-guard': {
    request: (id) => ({ json: { token: id, unlockBy: 'hold', password: GOOD_PASSWORD } }),
    other: gone,
    refusal: 'device_unsupported_action',
  },
  'POST /auth/api/v1/device/unlock-challenge': {
    request: (id) => ({ json: { token: id } }),
    other: gone,
    refusal: 'device_unsupported_action',
  },
  'GET /auth/api/v1/activity/list': { request: (id) => ({ query: `devicetoken=${id}` }), other: gone },
  'GET /auth/api/v1/activity/export': { request: (id) => ({ query: `devicetoken=${id}` }), other: gone },
  'POST /auth/api/v1/device/setup/start': {
    request: () => ({ json: {} }),
    other: () => ({ tls: false }),
    isSilent: true,
  },
  'POST /auth/api/v1/device/setup/status': {
    request: () => ({ json: { setupCode: 'AAAA-AAAA-AAAA' } }),
    ...nothingThere,
  },
  'POST /auth/api/v1/device/replace': {
    request: (id) => ({ json: { token: id, claimCode: 'AAAA-AAAA-AAAA' } }),
    other: gone,
    refusal: 'device_not_exist',
    isSilent: true,
  },
  'POST /auth/api/v1/device/publickey/add': {
    request: (id) => ({ json: { token: id, publicKey: createPublicKeyPem() } }),
    other: gone,
    isSilent: true,
  },
  'GET /auth/api/v1/device/publickey/list': {
    request: (id) => ({ query: `devicetoken=${id}` }),
    other: gone,
    isSilent: true,
  },
  'POST /auth/api/v1/device/publickey/delete': {
    request: (id) => ({ json: { token: id, keyId: 'none' } }),
    other: gone,
    refusal: 'resource_not_found',
  },
  'POST /auth/api/v1/device/publickey/request': {
    request: (id) => ({ json: { token: id } }),
    other: gone,
    refusal: 'public_key_invalid',
  },
  'GET /auth/api/v1/device/secret': {
    request: (id) => ({ query: `devicetoken=${id}` }),
    other: gone,
    isSilent: true,
  },
  'POST /auth/api/v1/device/secret': {
    request: (id) => ({ json: { token: id, enabled: true } }),
    other: gone,
    isSilent: true,
  },
  'POST /auth/api/v1/device/upgrade': {
    request: (id) => ({ json: { token: id } }),
    other: gone,
    refusal: 'device_upgrade_not_available',
  },
  'GET /auth/api/v1/device/upgrade': {
    request: (id) => ({ query: `devicetoken=${id}` }),
    other: gone,
    isSilent: true,
  },
  'GET /auth/api/v1/device/health': {
    request: (id) => ({ query: `devicetoken=${id}` }),
    other: gone,
    isSilent: true,
  },
  'POST /auth/api/v1/device/upgrade-all': {
    request: () => ({ json: {} }),
    other: () => ({ queued: 0 }),
    isSilent: true,
  },
  'GET /auth/api/v1/device/upgrade-all': {
    request: () => ({}),
    other: () => ({ total: 0 }),
    isSilent: true,
  },
  'POST /auth/api/v1/operator/device/provision': { request: () => ({ json: { type: 'awning', count: 1 } }) },
}
