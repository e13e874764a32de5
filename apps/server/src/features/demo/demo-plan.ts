import type { DeviceType } from '@senca/contract'

export const DEMO_EMAIL = 'demo@senca.local'
/** Known to everybody, which is why the demo runs on loopback only. */
export const DEMO_PASSWORD = 'demo-home-2026'

export interface PlannedDevice {
  name: string
  type: DeviceType
  parts?: string[]
}

/** A house in Ljubljana with every kind of device. New devices go to the end: their place is their identity. */
export const DEMO_PLAN: readonly PlannedDevice[] = [
  { name: 'Living room', type: 'roller_shutter' },
  { name: 'Bedroom', type: 'roller_shutter' },
  { name: 'Study', type: 'venetian_blind' },
  { name: 'Kitchen', type: 'venetian_blind' },
  { name: 'Balcony fly screen', type: 'insect_screen' },
  { name: 'South window', type: 'textile_screen' },
  { name: 'Terrace awning', type: 'awning' },
  { name: 'Stairwell falcon', type: 'falcon' },
  { name: 'Garden pergola', type: 'pergola' },
  { name: 'Front door', type: 'home_door' },
  { name: 'Garage door', type: 'home_door', parts: ['motor_lock', 'magnetic_sensor', 'door_light'] },
  { name: 'Terrace lights', type: 'light', parts: ['light_1', 'light_2', 'light_1_dimmer'] },
  { name: 'Hallway light', type: 'light', parts: ['light_1', 'light_1_dimmer'] },
]
