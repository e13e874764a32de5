import { type DeviceType, kindOf } from '@senca/contract'
import type { ActivityEntry } from '@senca/contract/activity'
import type { IconName } from '#ui/layout/icon-paths.ts'

/** The icon of an entry. For a movement it depends on the device type, if that is known. */
export function iconOf({ action, details }: ActivityEntry, type: DeviceType | null): IconName {
  const isShade = type !== null && kindOf(type).family === 'shade'
  switch (action) {
    case 'move':
    case 'moved':
    case 'test_move':
      return isShade ? type : 'roller_shutter'
    case 'move_to_ventilation':
    case 'ventilation':
      return 'airing'
    case 'stop':
      return 'stop'
    case 'unlock':
    case 'unlocked':
      return 'unlock'
    case 'lock':
    case 'locked':
      return 'lock'
    case 'jammed':
    case 'counts_began_again':
    case 'health_sign':
      return 'alert'
    case 'light_apply':
    case 'switched':
      if (details.lightType === undefined) return 'milkyGlass'
      if (details.lightType === 'door') return 'doorLamp'
      return details.lightType === 'handle' ? 'handleLamp' : 'light'
    case 'magic_foil_apply':
      return 'milkyGlass'
    case 'recalibrate':
      return 'measure'
    case 'restart':
      return 'again'
    case 'rename':
      return 'pencil'
    case 'settings':
      return 'sliders'
    case 'favourite':
      return 'star'
    case 'unlock_guard':
    case 'weather_automatic':
      return 'shield'
    case 'key_added':
    case 'key_deleted':
    case 'secret_enabled':
    case 'secret_disabled':
      return 'key'
    case 'claimed':
    case 'received':
      return 'plus'
    case 'factory_reset':
    case 'replaced':
    case 'upgraded':
    case 'upgrade_failed':
      return 'again'
    case 'transferred':
      return 'share'
    case 'deleted':
      return 'trash'
    case 'bridge_paired':
    case 'bridge_found':
    case 'bridge_unpaired':
      return 'link'
    case 'bridge_lost':
      return 'alert'
    case 'door_opened':
      return 'doorOpen'
    case 'door_closed':
      return 'home_door'
  }
}
