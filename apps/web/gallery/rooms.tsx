import { RoomCanvas } from '#light/room/room-canvas.tsx'
import type { RoomScene } from '#light/room/room-scene.ts'
import { SkyVideo } from '#light/sky/sky-video.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import {
  DOOR_STATES,
  LIGHT_STATES,
  type NamedRoom,
  SHADE_KINDS,
  shadeRoom,
  shadeStates,
} from './fixtures/room-fixtures.ts'
import styles from './rooms.module.css'
import { Section } from './section.tsx'

const SECTIONS: readonly { readonly title: string; readonly rooms: readonly NamedRoom[] }[] = [
  ...SHADE_KINDS.map((kind) => ({ title: kind, rooms: shadeStates(kind) })),
  { title: 'home_door', rooms: DOOR_STATES },
  { title: 'light', rooms: LIGHT_STATES },
]

const skyOf = (scene: RoomScene) => (
  <SkyVideo view={scene.view} outlook={scene.kind === 'pergola' ? 'open' : 'window'} />
)

const isAmong = (names: string | null, name: string): boolean =>
  names === null || names.split(',').includes(name)

/** Every type of shade, open, half closed and closed, for a pixel comparison. */
function Pictures() {
  return (
    <main className={styles.page}>
      <div className={styles.rooms}>
        {SHADE_KINDS.flatMap((kind) =>
          [0, 50, 100].map((percent) => (
            <div key={`${kind} ${percent}`} className={styles.phone} data-room={`${kind} ${percent}`}>
              <RoomCanvas scene={shadeRoom(kind, { reported: percent / 100 })} glide={null} />
            </div>
          )),
        )}
      </div>
    </main>
  )
}

/**
 * Every room in every state. `only` selects types and `state` selects states, separated by commas. `size` is phone or desktop;
 * `sky` is painted or moving.
 */
export function Rooms(shown: {
  only: string | null
  state: string | null
  size: string | null
  sky: string | null
}) {
  if (shown.state === 'pictures') return <Pictures />
  const sections = SECTIONS.filter(({ title }) => isAmong(shown.only, title))
  return (
    <main className={styles.page}>
      {sections.map(({ title, rooms }) => (
        <Section key={title} title={title}>
          <div className={styles.rooms}>
            {rooms
              .filter(({ name }) => isAmong(shown.state, name))
              .map(({ name, scene }) => (
                <figure key={name} className={styles.figure}>
                  <div className={shown.size === 'desktop' ? styles.desktop : styles.phone}>
                    <RoomCanvas
                      scene={scene}
                      glide={null}
                      {...(shown.sky === 'moving' && { sky: skyOf(scene) })}
                    />
                    {'isBusy' in scene && scene.isBusy && (
                      <div className={styles.busy}>
                        <Spinner size="large" />
                      </div>
                    )}
                  </div>
                  <figcaption>{name}</figcaption>
                </figure>
              ))}
          </div>
        </Section>
      ))}
    </main>
  )
}
