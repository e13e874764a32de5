import { useTranslation } from 'react-i18next'
import { Button } from '#ui/controls/button.tsx'
import { chooseDensity, declineTiles } from '../home-density.ts'
import styles from './density-proposal.module.css'

/** Proposes tiles once to a person with many devices. */
export function DensityProposal() {
  const { t } = useTranslation()
  return (
    <div className={styles.proposal}>
      <p>{t('list.propose')}</p>
      <div className={styles.keys}>
        <Button variant="quiet" onClick={() => chooseDensity('compact')}>
          {t('list.accept')}
        </Button>
        <Button variant="quiet" onClick={declineTiles}>
          {t('list.decline')}
        </Button>
      </div>
    </div>
  )
}
