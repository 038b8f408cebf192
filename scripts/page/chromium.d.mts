import type { Browser } from 'playwright-core';

export function startChromium(...flags: string[]): Promise<Browser>;
