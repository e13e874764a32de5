import { type DeviceInfo, deviceListSchema, profileSchema } from '@senca/contract'
import type { VerdictOf } from '../ledger.ts'
import { resultsVerdict } from '../results-verdict.ts'
import type { Seeded } from '../seeded.ts'
import { provision, type SoakHome, type Worker } from '../soak-home.ts'

const LOCALES = ['en', 'de', 'it', 'sl'] as const
/** Only a few, because Mosquitto rewrites its login file for each device and does nothing else meanwhile. */
const CLAIMABLE = 20

/** With these errors nothing was sent to the device. */
const UNTOUCHED = ['device_offline', 'device_unreachable', 'device_not_ready', 'device_busy']

/** A refused setting may nevertheless have reached the device, unless the error says that nothing was sent. */
const settingVerdict: VerdictOf = ({ status, body }) => {
  if (status === 200) return 'done'
  return UNTOUCHED.some((error) => JSON.stringify(body).includes(`"${error}"`)) ? 'refused' : 'unknown'
}

const shadesOf = (devices: readonly DeviceInfo[]): DeviceInfo[] =>
  devices.filter(({ can }) => can.includes('setPosition'))

function createRenamer({ ledger, owner, devices }: SoakHome, chance: Seeded): Worker {
  let serial = 0
  for (const { id, name } of devices) ledger.know(`name ${id}`, name)
  return {
    name: 'renames',
    async step() {
      const { id } = chance.pick(devices)
      serial += 1
      const name = `N${serial}`
      await ledger.write(`name ${id}`, name, () =>
        owner.ask('POST', '/api/v1/device/rename', { token: id, name }),
      )
    },
    async verify() {
      for (const [id, { name }] of Object.entries(await owner.devices())) ledger.judge(`name ${id}`, name)
    },
  }
}

function createPlacer({ ledger, owner, devices }: SoakHome, chance: Seeded): Worker {
  const shades = shadesOf(devices)
  const kinds = ['favourite', 'ventilation'] as const
  for (const { id } of shades) for (const kind of kinds) ledger.know(`${kind} ${id}`, 'none')
  return {
    name: 'places',
    async step() {
      const kind = chance.pick(kinds)
      const { id } = chance.pick(shades)
      const position = chance.int(0, 100)
      await ledger.write(`${kind} ${id}`, String(position), () =>
        owner.ask('POST', `/api/v1/device/${kind}`, { token: id, position }),
      )
    },
    async verify() {
      const now = await owner.devices()
      for (const { id } of shades) {
        for (const kind of kinds) {
          const position = now[id]?.[kind]?.position
          ledger.judge(`${kind} ${id}`, position === undefined ? 'none' : String(Math.round(position * 100)))
        }
      }
    },
  }
}

function createSetter({ ledger, owner, devices }: SoakHome, chance: Seeded): Worker {
  const shades = shadesOf(devices)
  for (const { id } of shades) ledger.know(`inverted ${id}`, 'false')
  return {
    name: 'settings',
    async step() {
      const { id } = chance.pick(shades)
      const isInverted = chance.pick([true, false])
      const json = { token: id, settings: { switchInverted: isInverted } }
      const send = () => owner.ask('POST', '/api/v1/device/settings', json)
      await ledger.write(`inverted ${id}`, String(isInverted), send, settingVerdict)
    },
    async verify() {
      const now = await owner.devices()
      for (const { id } of shades) ledger.judge(`inverted ${id}`, String(now[id]?.settings.switchInverted))
    },
  }
}

function createClaimer({ call, ledger, neighbour }: SoakHome, chance: Seeded): Worker {
  let unclaimed: { id: string; claimCode: string }[] = []
  let serial = 0
  const claimed: string[] = []

  const claim = async (): Promise<void> => {
    if (unclaimed.length === 0) {
      unclaimed = await provision(call, 'awning', CLAIMABLE).catch(() => [])
      for (const { id } of unclaimed) ledger.know(`claimed ${id}`, 'no')
    }
    const device = unclaimed.shift()
    if (device === undefined) return
    serial += 1
    const name = `C${serial}`
    const json = { claimCode: device.claimCode, name }
    const verdict = await ledger.write(`claimed ${device.id}`, name, () =>
      neighbour.ask('POST', '/api/v1/device/claim', json),
    )
    if (verdict === 'done') claimed.push(device.id)
  }
  const disown = async (): Promise<void> => {
    const id = claimed.shift()
    if (id === undefined) return
    const path = `/api/v1/device/delete?devicetoken=${id}&force=true`
    await ledger.write(`claimed ${id}`, 'no', () => neighbour.ask('DELETE', path), resultsVerdict)
  }

  return {
    name: 'claims',
    step: () => (chance.next() < 0.6 ? claim() : disown()),
    async verify() {
      const list = deviceListSchema.parse(await neighbour.read('/api/v1/device/list?index=token'))
      for (const cell of ledger.cells('claimed '))
        ledger.judge(cell, list[cell.slice('claimed '.length)] ?? 'no')
    },
  }
}

function createTraveller({ ledger, neighbour }: SoakHome, chance: Seeded): Worker {
  ledger.know('locale', 'en')
  return {
    name: 'locale',
    async step() {
      const locale = chance.pick(LOCALES)
      await ledger.write('locale', locale, () => neighbour.ask('POST', '/account/locale', { locale }))
    },
    async verify() {
      ledger.judge('locale', profileSchema.parse(await neighbour.read('/account/whoami')).locale ?? 'none')
    },
  }
}

/** Workers that change what is saved about devices and people of a home. */
export const createDeviceWorkers = (home: SoakHome, seeded: Seeded): Worker[] =>
  [createRenamer, createPlacer, createSetter, createClaimer, createTraveller].map((create) =>
    create(home, seeded.branch()),
  )
