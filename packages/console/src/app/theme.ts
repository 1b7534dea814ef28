import { effect, signal } from '@preact/signals';

export type Theme = 'system' | 'light' | 'dark';

export const THEMES: readonly Theme[] = ['system', 'light', 'dark'];
export const theme = signal<Theme>(THEMES.find((each) => each === localStorage.getItem('theme')) ?? 'system');

export function keepTheme(): void {
  effect(() => {
    if (theme.value === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme.value;
    localStorage.setItem('theme', theme.value);
  });
}
