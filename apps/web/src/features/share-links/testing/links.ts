import { type DeviceLink, deviceLinkSchema } from '@senca/contract'

/** A link as the server would send it. The contract parses it, so it is always valid. */
export const linkOf = (given: Partial<DeviceLink> = {}): DeviceLink =>
  deviceLinkSchema.parse({
    token: 'token-1',
    name: 'Ana',
    state: 'active',
    devices: ['door', 'blind'],
    deviceSpecifiers: {},
    multiUse: true,
    maxUses: null,
    uses: 0,
    startsAt: '2026-06-19T12:00:30.000Z',
    expiresAt: '2026-06-21T21:59:00.000Z',
    windows: [],
    timeZone: 'UTC',
    actions: {},
    limits: {},
    hasPin: false,
    createdAt: '2026-06-19T12:00:30.000Z',
    lastUsedAt: null,
    ...given,
  })
