import { expect, it } from 'vitest'
import { exampleDevice, readyShadow } from '#testing/drivers/example-device.ts'
import { createLockOutCheck } from './lock-out.ts'

const openDoor = { ...readyShadow, fields: { status: 'ready', magneticSensorOpen: true } } as const
const check = createLockOutCheck({ peek: () => openDoor })

it.each([
  ['opens a shade that is at half', { position: 0.5 }, [], false],
  ['closes a shade that is opening', { position: 0.5, target: { position: 0 } }, [], true],
  ['closes a shade that was just commanded to open', { position: 0.5 }, [{ position: 0 }], true],
  ['may close a shade that was sent to a place that only it knows', { position: 0.5 }, [null], true],
  ['opens a shade that was commanded to turn its slats', { position: 0.5 }, [{ inclination: 0 }], false],
  ['opens a shade that was commanded to close', { position: 0.5 }, [{ position: 1 }], false],
])(
  'in front of an open door an automatic move to 0.4 %s [DR5]',
  (_name, fields, movesInFlight, isRefused) => {
    const refusal = check({
      actor: {
        kind: 'scenario',
        id: 's',
        accountId: 'anna',
        sessionId: null,
        ownerId: 'anna',
        name: null,
        grants: new Map(),
      },
      device: { ...exampleDevice, doorId: 'door' },
      command: { command: 'move', position: 40 },
      type: 'roller_shutter',
      can: ['setPosition'],
      shadow: { ...readyShadow, fields: { status: 'ready', ...fields } },
      movesInFlight,
      isOverride: false,
    })
    expect(refusal?.detail ?? null).toBe(isRefused ? 'door_open' : null)
  },
)
