"""Make the three demo clubs, unless they are there."""

from typing import Any

from django.core.management.base import BaseCommand

from clubs.selectors import DEMO_ARBITER
from ratings.demo.seeding import seed_demo


class Command(BaseCommand):
    help = "Make the three demo clubs with invented people and two seasons each, unless they are there."

    def handle(self, *args: Any, **options: Any) -> None:
        for club in seed_demo():
            self.stdout.write(f"{club.name}: /club/{club.slug}/")
        self.stdout.write(f"Their arbiter signs in as {DEMO_ARBITER}.")
