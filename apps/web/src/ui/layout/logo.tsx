/** The logo: a window and the light that falls through it around the corner. */
export function Logo({ size = 26 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 26 26" aria-hidden="true" style={{ flex: 'none' }}>
      <path d="M2.25 3.25h9.75v13.5H2.25z" fill="none" stroke="currentColor" strokeWidth="1.5" />
      <path d="M12 8.25 24 12.75v11.25L12 17.25z" fill="currentColor" />
    </svg>
  )
}
