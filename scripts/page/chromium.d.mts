import type { Browser } from 'playwright-core';

export function startChromium(...flags: string[]): Promise<Browser>;
export function startShell(...flags: string[]): Promise<Browser>;
