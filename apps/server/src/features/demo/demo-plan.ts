import type { DeviceType } from '@senca/contract'
import type { MomentStep, ScenarioAction, ScenarioTrigger } from '@senca/contract/automation'

/** These credentials are public, so the demo runs only on loopback. */
export const DEMO_ACCOUNT = { email: 'demo@senca.local', password: 'demo-home-2026' } as const

export interface PlannedDevice {
  name: string
  type: DeviceType
  parts?: string[]
  /** The charge of its battery in per cent. */
  battery?: number
}

/** A house in Ljubljana with every device type. New devices must be added at the end, because the index identifies a device. */
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
  {
    name: 'Garage door',
    type: 'home_door',
    parts: ['motor_lock', 'magnetic_sensor', 'door_light'],
    battery: 64,
  },
  { name: 'Terrace lights', type: 'light', parts: ['light_1', 'light_2', 'light_1_dimmer'] },
  { name: 'Hallway light', type: 'light', parts: ['light_1', 'light_1_dimmer'] },
]

/** The place of the house. */
export const DEMO_PLACE = {
  name: 'House in Ljubljana',
  lat: 46.0569,
  lon: 14.5058,
  timezone: 'Europe/Ljubljana',
  country: 'SI',
}

/** The groups of the demo home, by device names. */
export const DEMO_GROUPS: readonly { name: string; devices: string[] }[] = [
  { name: 'Shutters', devices: ['Living room', 'Bedroom'] },
  { name: 'Blinds', devices: ['Study', 'Kitchen'] },
  { name: 'Lights', devices: ['Terrace lights', 'Hallway light'] },
]

/** The scenario against wind. It is enabled, because it moves nothing while the weather is calm. */
export const DEMO_PROTECTION = {
  name: 'Awning in wind',
  devices: ['Terrace awning'],
  preset: { protect: 'wind', windClass: 2 },
} as const

/**
 * The scenarios of the demo home, by names of devices and groups. Those with a time are disabled, so that nothing moves
 * unexpectedly.
 */
export const DEMO_SCENARIOS: readonly {
  name: string
  devices: string[]
  groups: string[]
  triggers: ScenarioTrigger[]
  actions: ScenarioAction[]
}[] = [
  {
    name: 'Wake up',
    devices: ['Bedroom'],
    groups: [],
    triggers: [
      { type: 'TimeOfDay', hour: 7, minute: 0 },
      {
        type: 'DayOfWeek',
        monday: true,
        tuesday: true,
        wednesday: true,
        thursday: true,
        friday: true,
        saturday: false,
        sunday: false,
      },
    ],
    actions: [{ type: 'MoveSelf', position: 0.3 }],
  },
  {
    name: 'Dusk',
    devices: [],
    groups: ['Shutters'],
    triggers: [{ type: 'Sunset', offset: 15, notBefore: '17:30' }],
    actions: [{ type: 'MoveSelf', position: 1 }],
  },
  {
    name: 'Lights at dusk',
    devices: [],
    groups: ['Lights'],
    triggers: [{ type: 'Sunset' }],
    actions: [{ type: 'SetLight', brightness: 0.6 }],
  },
  {
    name: 'Lunch on the terrace',
    devices: ['Terrace awning'],
    groups: [],
    triggers: [],
    actions: [{ type: 'MoveSelf', position: 1 }],
  },
  {
    name: 'Cinema',
    devices: [],
    groups: ['Blinds'],
    triggers: [],
    actions: [{ type: 'MoveSelf', position: 1, inclination: 1 }],
  },
]

/** The moments of the demo home. They have only steps for the whole home, so that they stay as they are when scenarios change. */
export const DEMO_MOMENTS: readonly { name: string; steps: MomentStep[] }[] = [
  { name: 'Good morning', steps: [{ act: 'open_shades' }] },
  { name: 'Leave', steps: [{ act: 'close_shades' }, { act: 'lights_off' }, { act: 'check_doors' }] },
]

/** The link of the demo home: a neighbor looks after shade and light for some days. It opens no door. */
export const DEMO_LINK = {
  name: 'Neighbor, this week',
  devices: ['Living room', 'Terrace awning', 'Hallway light'],
  days: 7,
} as const
