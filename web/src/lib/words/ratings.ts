/** Ratings as people read them. The server has a mean and a deviation (OpenSkill). */
import type { Rating } from "$lib/wire";

const ROUGH = 6; // deviations: everybody starts with 8.3
const SURE = 3.5;

/**
 * The strength, and how far the true one may be from it: in 19 of 20 cases within two deviations.
 */
export const ratingOf = (rating: Rating): { strength: number; spread: number } => ({
  strength: Math.round(rating.mu),
  spread: Math.round(2 * rating.sigma),
});

/** How sure a rating is. */
export function sureness(rating: Rating): "guess" | "rough" | "sure" {
  if (rating.sigma > ROUGH) return "guess";
  return rating.sigma > SURE ? "rough" : "sure";
}

/** The first strength of each level but the lowest; everybody starts at 25, in the third. */
const STEPS = [19, 23, 28, 33];
const [LOWEST, HIGHEST] = [5, 45];

/** From 1, who is learning, to 5, a master; null while nothing can be said yet. */
export const levelOf = (rating: Rating): 1 | 2 | 3 | 4 | 5 | null =>
  sureness(rating) === "guess" ? null : ((1 + STEPS.filter((step) => rating.mu >= step).length) as 1 | 2 | 3 | 4 | 5);

/** Where a rating and its spread stand on a scale from 0 to 100. */
export function onScale(rating: Rating): { at: number; from: number; to: number } {
  const place = (value: number) =>
    Math.round(Math.min(100, Math.max(0, (100 * (value - LOWEST)) / (HIGHEST - LOWEST))));
  return {
    at: place(rating.mu),
    from: place(rating.mu - 2 * rating.sigma),
    to: place(rating.mu + 2 * rating.sigma),
  };
}
