import type account from './locales/account/en.json'
import type activity from './locales/activity/en.json'
import type app from './locales/app/en.json'
import type apps from './locales/apps/en.json'
import type claim from './locales/claim/en.json'
import type daylight from './locales/daylight/en.json'
import type device from './locales/device/en.json'
import type door from './locales/door/en.json'
import type en from './locales/en.json'
import type facade from './locales/facade/en.json'
import type found from './locales/found/en.json'
import type groups from './locales/groups/en.json'
import type guest from './locales/guest/en.json'
import type hardware from './locales/hardware/en.json'
import type install from './locales/install/en.json'
import type links from './locales/links/en.json'
import type matter from './locales/matter/en.json'
import type moments from './locales/moments/en.json'
import type mqtt from './locales/mqtt/en.json'
import type notifications from './locales/notifications/en.json'
import type people from './locales/people/en.json'
import type phones from './locales/phones/en.json'
import type place from './locales/place/en.json'
import type rooms from './locales/rooms/en.json'
import type scenarios from './locales/scenarios/en.json'
import type settings from './locales/settings/en.json'
import type setup from './locales/setup/en.json'
import type stop from './locales/stop/en.json'
import type subscription from './locales/subscription/en.json'
import type sun from './locales/sun/en.json'
import type travel from './locales/travel/en.json'
import type undo from './locales/undo/en.json'
import type wall from './locales/wall/en.json'
import type weather from './locales/weather/en.json'
import type webhooks from './locales/webhooks/en.json'

/** The texts of one language, with the type of the English ones: those of every page and those of all parts. */
export type Texts = typeof en &
  typeof app &
  typeof account &
  typeof apps &
  typeof claim &
  typeof found &
  typeof matter &
  typeof mqtt &
  typeof daylight &
  typeof device &
  typeof settings &
  typeof setup &
  typeof door &
  typeof facade &
  typeof activity &
  typeof links &
  typeof notifications &
  typeof people &
  typeof phones &
  typeof place &
  typeof rooms &
  typeof groups &
  typeof hardware &
  typeof install &
  typeof moments &
  typeof scenarios &
  typeof subscription &
  typeof sun &
  typeof travel &
  typeof undo &
  typeof wall &
  typeof weather &
  typeof webhooks &
  typeof guest &
  typeof stop

/**
 * The parts whose texts are loaded with their screens; each is a namespace and a folder of `locales`. `app` is loaded with every page
 * of the app and `guest` with every page behind a link.
 */
export const TEXT_PARTS = [
  'app',
  'account',
  'apps',
  'claim',
  'found',
  'mqtt',
  'daylight',
  'device',
  'settings',
  'setup',
  'stop',
  'door',
  'facade',
  'activity',
  'links',
  'notifications',
  'people',
  'phones',
  'place',
  'rooms',
  'groups',
  'guest',
  'hardware',
  'install',
  'matter',
  'moments',
  'scenarios',
  'subscription',
  'sun',
  'travel',
  'undo',
  'wall',
  'weather',
  'webhooks',
] as const
export type TextPart = (typeof TEXT_PARTS)[number]

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation'
    resources: { translation: Texts }
  }
}
