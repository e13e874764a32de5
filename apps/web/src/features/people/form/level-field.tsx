import { useTranslation } from 'react-i18next'
import formStyles from '#features/sharing-model/form.module.css'
import { ChoiceChips } from '#ui/forms/choice-chips.tsx'
import { LEVELS, type Level } from '../levels.ts'

/** Chooses what the person may do, with an explanation. */
export function LevelField({ level, onChange }: { level: Level; onChange: (level: Level) => void }) {
  const { t } = useTranslation()
  return (
    <>
      <ChoiceChips
        label={t('roleForm.level')}
        value={level}
        options={LEVELS.map((value) => ({ value, label: t(`people.level.${value}`) }))}
        onChange={onChange}
      />
      <p className={formStyles.note}>{t(`roleForm.means.${level}`)}</p>
    </>
  )
}
