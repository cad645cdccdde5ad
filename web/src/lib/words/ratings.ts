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
