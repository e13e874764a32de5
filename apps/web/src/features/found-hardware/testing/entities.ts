import { type Entity, entitySchema } from '@senca/contract/discovery'

/** A shade as Zigbee2MQTT announces it, with changes. */
export const entityOf = ({
  state,
  ...changes
}: Partial<Omit<Entity, 'state'>> & { state?: Partial<Entity['state']> } = {}): Entity =>
  entitySchema.parse({
    id: 'kitchen',
    source: 'home-assistant',
    broker: 'own',
    address: 'kitchen cover',
    kind: 'cover',
    name: 'Kitchen',
    deviceClass: 'shade',
    category: null,
    announced: true,
    ignored: false,
    firstSeenAt: '2026-06-21T09:00:00.000Z',
    device: { key: 'k', name: 'Kitchen', manufacturer: 'IKEA', model: 'FYRTUR', sw: null, area: null },
    origin: { name: 'Zigbee2MQTT', sw: '2.14.1' },
    can: ['open', 'close', 'stop', 'setPosition'],
    confirmation: 'reported',
    limitations: [],
    types: ['roller_shutter', 'textile_screen', 'awning', 'insect_screen', 'falcon'],
    suggestedType: 'textile_screen',
    suggestedName: 'Kitchen',
    token: null,
    part: null,
    ...changes,
    state: {
      available: true,
      assumed: false,
      reportedAt: '2026-06-21T09:00:00.000Z',
      unread: null,
      closed: false,
      moving: 'none',
      position: 0.6,
      inclination: null,
      ...state,
    },
  })

const DOOR = { key: 'd', name: 'Front door', manufacturer: 'Yale', model: 'Linus', sw: null, area: null }

/** A lock and a contact of one door, and a switch that only sets something of it. */
export const LOCK = entityOf({
  id: 'lock',
  kind: 'lock',
  name: 'Front door',
  device: DOOR,
  can: ['lock', 'unlock'],
  types: ['home_door'],
  suggestedType: null,
  suggestedName: 'Front door',
})
export const CONTACT = entityOf({
  ...LOCK,
  id: 'contact',
  kind: 'contact',
  name: 'Contact',
  deviceClass: 'door',
  can: [],
  suggestedName: 'Contact',
})
export const CHILD_LOCK = entityOf({
  ...LOCK,
  id: 'child-lock',
  kind: 'switch',
  name: 'Child lock',
  category: 'config',
  can: ['on', 'off'],
  types: ['light', 'home_door'],
})
export const AWNING = entityOf({
  id: 'awning',
  name: 'Terrace',
  device: { ...DOOR, key: 'a', name: 'Terrace' },
  deviceClass: 'awning',
  suggestedType: 'awning',
  suggestedInverted: true,
  suggestedName: 'Terrace',
})
