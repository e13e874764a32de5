import { provision, type SoakHome } from '../soak-home.ts'

export interface NewDevice {
  id: string
  secret: string
}

/** Provisions an awning and has the neighbour claim it. Throws if that is refused. */
export async function claimNew(home: SoakHome, name: string): Promise<NewDevice> {
  const [device] = await provision(home.call, 'awning', 1)
  if (device === undefined) throw new Error('no device was made')
  const json = { claimCode: device.claimCode, name }
  const claimed = await home.neighbour.ask('POST', '/api/v1/device/claim', json)
  if (claimed.kind !== 'answered' || claimed.status !== 200) throw new Error(JSON.stringify(claimed))
  return device
}
