import { useTranslation } from 'react-i18next'
import { browserStorage } from '#core/storage.ts'
import { ChoiceChips } from '#ui/forms/choice-chips.tsx'
import { ALL, MINE, ownerChoice } from './owner-choice.ts'
import styles from './owner-switch.module.css'

const STORAGE_KEY = 'senca.home.owner'

/** Restores the last choice. Without storage the devices of all owners are shown. */
export const restoreOwner = (): void =>
  ownerChoice.setState({ shown: browserStorage.getItem(STORAGE_KEY) ?? ALL })

function chooseOwner(shown: string): void {
  ownerChoice.setState({ shown })
  browserStorage.setItem(STORAGE_KEY, shown)
}

/** Chooses whose devices are shown if the home has devices of several owners. The person's own come first. */
export function OwnerSwitch({ owners, isAll }: { owners: readonly string[]; isAll: boolean }) {
  const { t } = useTranslation()
  const others = owners.filter((owner) => owner !== MINE).sort()
  const ordered = owners.includes(MINE) ? [MINE, ...others] : others
  return (
    <div className={styles.switch}>
      <ChoiceChips
        label={t('people.whose')}
        value={isAll ? ALL : ownerChoice.getState().shown}
        options={[
          ...ordered.map((owner) => ({ value: owner, label: owner === MINE ? t('people.mine') : owner })),
          { value: ALL, label: t('people.all') },
        ]}
        onChange={chooseOwner}
      />
    </div>
  )
}
