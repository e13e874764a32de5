import { useTranslation } from 'react-i18next'
import { CardAnnouncer } from '#features/device-parts/announcer.tsx'
import { holeIn } from '#light/facade/elevation.ts'
import type { Facade } from './arrangement.ts'
import { FacadeStage } from './facade-stage.tsx'
import styles from './facade-view.module.css'
import { FacadeWindow, type OpenDevice } from './facade-window.tsx'

/** The front of the house with its windows and doors, each a link to its control. */
export function FacadeView({ facade, open }: { facade: Facade; open: OpenDevice }) {
  const { t } = useTranslation()
  return (
    <CardAnnouncer>
      <FacadeStage facade={facade}>
        {(picture) => (
          <ul className={styles.windows} aria-label={t('facade.windows')}>
            {facade.map(({ device, ...at }) => (
              <FacadeWindow key={device} id={device} hole={holeIn(picture, at)} open={open} />
            ))}
          </ul>
        )}
      </FacadeStage>
    </CardAnnouncer>
  )
}
