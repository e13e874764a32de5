// Shows the theme that was chosen in this browser before anything is painted. `src/core/theme.ts` keeps the choice.
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Without storage the page follows the system.
}
