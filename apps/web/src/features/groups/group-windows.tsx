import type { DeviceInfo } from '@senca/contract'
import { sceneOf } from '#features/device-model/views/scene-of.ts'
import { useStaleSince } from '#features/realtime/use-connection.ts'
import { FacadeWindowCanvas } from '#light/facade/facade-window-canvas.tsx'
import { FADE, TRAVEL } from '#light/paint/glide.ts'
import styles from './group-windows.module.css'

/** How many windows stand beside each other on the narrowest card. */
const MOST = 5

/**
 * The members of a group beside each other in one wall, lit as they are. `draft` (0..1) is the value of the slider of their main axis
 * while it is dragged: all of them follow it. Decorative: the words and the list of the members say the same.
 */
export function GroupWindows({ members, draft }: { members: readonly DeviceInfo[]; draft: number | null }) {
  const stale = useStaleSince() !== null
  const shown = members.slice(0, members.length > MOST ? MOST - 1 : MOST)
  const more = members.length - shown.length
  return (
    <div className={styles.wall} aria-hidden="true">
      {shown.map((device) => (
        <span key={device.id} className={styles.window} data-kind={device.devicetype}>
          <FacadeWindowCanvas
            scene={sceneOf(device, stale, draft)}
            glide={device.devicetype === 'home_door' || device.devicetype === 'light' ? FADE : TRAVEL}
          />
        </span>
      ))}
      {more > 0 && <span className={styles.more}>{`+${more}`}</span>}
    </div>
  )
}
