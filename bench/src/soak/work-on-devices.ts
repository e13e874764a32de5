import { deviceListSchema, profileSchema } from '@senca/contract'
import type { VerdictOf } from './ledger.ts'
import type { Worker } from './load.ts'
import { resultsVerdict } from './results-verdict.ts'
import type { Seeded } from './seeded.ts'
import { provision, type SoakHome } from './soak-home.ts'

const LOCALES = ['en', 'de', 'it', 'sl'] as const
const CLAIMABLE = 200

/** By these nothing has left for the device. */
const UNTOUCHED = ['device_offline', 'device_unreachable', 'device_not_ready', 'device_busy']

/** A refused setting may have reached the device all the same, unless it says that none was sent. */
const settingVerdict: VerdictOf = ({ status, body }) => {
  if (status === 200) return 'done'
  return UNTOUCHED.some((error) => JSON.stringify(body).includes(`"${error}"`)) ? 'refused' : 'unknown'
}

/** Those who change what a home keeps about its devices and people. */
export function createDeviceWorkers(home: SoakHome, seeded: Seeded): Worker[] {
  const { ledger, owner, neighbour, devices } = home
  const shades = devices.filter(({ can }) => can.includes('setPosition'))
  const chanceOfNames = seeded.branch()
  const chanceOfPlaces = seeded.branch()
  const chanceOfSettings = seeded.branch()
  const chanceOfClaims = seeded.branch()
  let serial = 0
  let unclaimed: { id: string; claimCode: string }[] = []
  const claimed: string[] = []

  for (const { id, name } of devices) ledger.know(`name ${id}`, name)
  for (const { id } of shades) {
    ledger.know(`favourite ${id}`, 'none')
    ledger.know(`ventilation ${id}`, 'none')
    ledger.know(`inverted ${id}`, 'false')
  }
  ledger.know('locale', 'en')

  const claim = async (): Promise<void> => {
    if (unclaimed.length === 0) {
      unclaimed = await provision(home.call, 'awning', CLAIMABLE).catch(() => [])
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

  return [
    {
      name: 'renames',
      async step() {
        const { id } = chanceOfNames.pick(devices)
        serial += 1
        const name = `N${serial}`
        await ledger.write(`name ${id}`, name, () =>
          owner.ask('POST', '/api/v1/device/rename', { token: id, name }),
        )
      },
      async verify() {
        for (const [id, { name }] of Object.entries(await owner.devices())) ledger.judge(`name ${id}`, name)
      },
    },
    {
      name: 'places',
      async step() {
        const kind = chanceOfPlaces.pick(['favourite', 'ventilation'])
        const { id } = chanceOfPlaces.pick(shades)
        const position = chanceOfPlaces.int(0, 100)
        await ledger.write(`${kind} ${id}`, String(position), () =>
          owner.ask('POST', `/api/v1/device/${kind}`, { token: id, position }),
        )
      },
      async verify() {
        const textOf = (place: { position?: number | undefined } | null): string =>
          place?.position === undefined ? 'none' : String(Math.round(place.position * 100))
        const now = await owner.devices()
        for (const { id } of shades) {
          ledger.judge(`favourite ${id}`, textOf(now[id]?.favourite ?? null))
          ledger.judge(`ventilation ${id}`, textOf(now[id]?.ventilation ?? null))
        }
      },
    },
    {
      name: 'settings',
      async step() {
        const { id } = chanceOfSettings.pick(shades)
        const isInverted = chanceOfSettings.pick([true, false])
        await ledger.write(
          `inverted ${id}`,
          String(isInverted),
          () =>
            owner.ask('POST', '/api/v1/device/settings', {
              token: id,
              settings: { switchInverted: isInverted },
            }),
          settingVerdict,
        )
      },
      async verify() {
        const now = await owner.devices()
        for (const { id } of shades) ledger.judge(`inverted ${id}`, String(now[id]?.settings.switchInverted))
      },
    },
    {
      name: 'claims',
      step: () => (chanceOfClaims.next() < 0.6 ? claim() : disown()),
      async verify() {
        const list = deviceListSchema.parse(await neighbour.read('/api/v1/device/list?index=token'))
        for (const cell of ledger.cells('claimed '))
          ledger.judge(cell, list[cell.slice('claimed '.length)] ?? 'no')
      },
    },
    {
      name: 'locale',
      async step() {
        const locale = chanceOfNames.pick(LOCALES)
        await ledger.write('locale', locale, () => neighbour.ask('POST', '/account/locale', { locale }))
      },
      async verify() {
        ledger.judge('locale', profileSchema.parse(await neighbour.read('/account/whoami')).locale ?? 'none')
      },
    },
  ]
}
