"""Every message about a source, by its code: one catalogue for readers, pages and translators.

Templates take their parameters by name. `N_` marks them for the catalogues of the other languages.
"""

from tournaments.domain.errors import CORRECTION_MESSAGES


def N_(message: str) -> str:
    """Mark a message for translation and leave it as it is; extraction looks for this name."""
    return message


FILE_MESSAGES = {
    "file_empty": N_("The file is empty."),
    "file_binary": N_("This is no text file: line %(line)s holds a zero byte. Export the event as TRF or Rookery JSON."),
    "file_too_large": N_("The file has %(size)s bytes; at most %(limit)s are read. Publish one event a file."),
    "swiss_manager_file": N_("This is Swiss-Manager's own file. Export the event from Swiss-Manager as a TRF file."),
    "zip_file": N_("This is a compressed file or a spreadsheet. Publish a TRF or Rookery JSON file."),
    "pdf_file": N_("This is a PDF. Publish the TRF or Rookery JSON file of the event."),
    "office_file": N_("This is an Office document. Publish the TRF or Rookery JSON file of the event."),
    "image_file": N_("This is an image. Publish the TRF or Rookery JSON file of the event."),
    "web_page": N_("This is a web page. Download the TRF or Rookery JSON file of the event and publish that."),
    "format_unknown": N_(
        "The file is neither TRF (lines that begin with 001) nor Rookery JSON (begins with {). "
        "In the program in which the event was run, choose the export for FIDE (TRF), and publish that file."
    ),
    "encoding_unknown": N_("The file is not UTF-8 (first seen in line %(line)s). Choose the encoding in which the names look right."),
    "encoding_hopeless": N_("The file is in no known encoding (first seen in line %(line)s). Save it as UTF-8."),
    "encoding_not_offered": N_("The encoding “%(encoding)s” is not known here. Choose one of: %(offered)s."),
    "encoding_wrong": N_("Line %(line)s holds bytes that do not exist in %(encoding)s. Choose another encoding."),
    "more_of_a_kind": N_("Further remarks of the kind “%(kind)s”: %(count)s."),
}

TRF_HEADER_MESSAGES = {
    "line_too_long": N_("Line %(line)s has %(length)s characters; a TRF line has at most %(limit)s."),
    "no_players": N_("The file has no player: no line begins with 001."),
    "too_many_players": N_("The event has more than %(limit)s players."),
    "too_many_rounds": N_("The event has more than %(limit)s rounds."),
    "too_many_pairings": N_("The event has more than %(limit)s pairings."),
    "text_cut": N_("The text of record %(record)s is longer than %(limit)s characters; the rest was left out."),
    "event_name_missing": N_("The file does not name the event (record 012); it is called “%(name)s”."),
    "start_date_missing": N_("The file has no readable start date (record 042). Please give one."),
    "date_unreadable": N_("The date “%(found)s” in record %(record)s cannot be read without a guess; write it as YYYY/MM/DD."),
    "end_before_start": N_("The event ends (%(ends_on)s) before it starts (%(starts_on)s); the end was left out."),
    "round_date_unreadable": N_("The date “%(found)s” of round %(round)s cannot be read without a guess; write it as YY/MM/DD."),
    "count_unreadable": N_("“%(found)s” in record %(record)s is no number up to %(limit)s and was left out."),
    "player_count_differs": N_("Players announced in record 062: %(announced)s, in the file: %(found)s."),
    "own_point_system": N_("The event has its own point system. The points were checked by it, but here a win counts 1, a draw ½."),
    "points_record_unreadable": N_("A part of the point system “%(found)s” (record %(record)s) cannot be read and was left out."),
    "points_changed": N_("The arbiter changed points (record 299: “%(found)s”). Results are kept, changed points are not."),
    "bye_record_unreadable": N_("The byes “%(found)s” (record 240) cannot be read and were left out."),
    "team_record": N_("Team records are not read (%(count)s × %(record)s): the players are read as individuals."),
    "national_rating": N_("National ratings are not read (%(count)s × %(record)s)."),
    "record_unknown": N_("The record “%(record)s” is not known and was left out (%(count)s ×)."),
    "records_unknown": N_("Further unknown kinds of records, left out: %(count)s."),
}

TRF_ROW_MESSAGES = {
    "number_unreadable": N_("“%(found)s” is no start number (columns 5–8). Correct it and publish again."),
    "name_missing": N_("Number %(number)s has no name (columns 15–47). Correct it and publish again."),
    "name_too_long": N_("The name of number %(number)s is longer than %(limit)s characters."),
    "row_repeated": N_("Number %(number)s stands twice, word for word (first in line %(first_line)s); one was left out."),
    "number_taken": N_("Number %(number)s is already taken in line %(first_line)s; this row and its player were left out."),
    "columns_shifted": N_("The row of number %(number)s is out of its columns by %(shift)s; it was read where it stands."),
    "unseen_characters": N_("Number %(number)s: characters of the name that cannot be seen were taken out (%(count)s)."),
    "rating_unreadable": N_("The rating “%(found)s” of number %(number)s is no number and was left out."),
    "rank_unreadable": N_("The rank “%(found)s” of number %(number)s is no number and was left out."),
    "points_unreadable": N_("The points “%(found)s” of number %(number)s are no number; they were not checked."),
    "title_unknown": N_("The title “%(found)s” of number %(number)s is not known and was left out."),
    "cell_unreadable": N_("Number %(number)s, round %(round)s: “%(found)s” cannot be read as a pairing; what is unclear was left out."),
}

TRF_ROUND_MESSAGES = {
    "plays_itself": N_("Number %(number)s plays itself in round %(round)s; the points are kept as a bye."),
    "opponent_unknown": N_("Number %(number)s, round %(round)s: opponent %(opponent)s is not in the file; the points are kept as a bye."),
    "bye_with_opponent": N_("Number %(number)s, round %(round)s: a bye (%(letter)s) with opponent %(opponent)s; the bye is kept."),
    "pairing_in_one_row": N_("Round %(round)s: %(number)s plays %(opponent)s, whose own row does not say so; the pairing is kept."),
    "opponent_disagrees": N_("Round %(round)s: %(number)s plays %(opponent)s, whose own row denies it; kept as a bye (%(bye)s), no game."),
    "results_contradict": N_(
        "Round %(round)s, %(number)s against %(opponent)s: “%(said)s” and “%(other_said)s” disagree;"
        " “%(kept)s” and “%(other_kept)s” are kept."
    ),
    "colours_contradict": N_("Round %(round)s: %(number)s and %(opponent)s (line %(other_line)s) have one colour; %(number)s keeps it."),
    "colours_missing": N_("Round %(round)s: neither %(number)s nor %(opponent)s has a colour; White is given to %(number)s."),
    "result_without_opponent": N_("Number %(number)s, round %(round)s: result “%(letter)s” without an opponent; kept as a bye (%(bye)s)."),
    "bye_record_denied": N_("Number %(number)s, round %(round)s: record 240 announces another bye than the row states; the row is kept."),
    "points_differ": N_("Number %(number)s: the points column says %(stated)s, the results as read give %(computed)s."),
    "round_not_paired": N_("Round %(round)s has not been paired: its byes are announcements, and were left out."),
    "rounds_missing": N_("Rounds planned: %(planned)s, in the file: %(found)s. The event counts as finished until its next version."),
    "rounds_beyond_plan": N_("Rounds planned: %(planned)s, but in the file: %(found)s."),
    "results_pending": N_("Round %(round)s: games without a result yet: %(count)s. The event is read as unfinished."),
}

JSON_MESSAGES = {
    "json_syntax": N_("This is no valid JSON: %(problem)s (line %(line)s, column %(column)s)."),
    "json_too_deep": N_("The JSON is nested more than %(limit)s levels deep."),
    "json_duplicate_key": N_("The key “%(found)s” stands twice in one object."),
    "json_lone_surrogate": N_("The text at “%(found)s” holds half of a character pair (a lone surrogate)."),
    "json_long_number": N_("The number %(found)s has too many digits."),
    "json_not_a_number": N_("%(found)s is not allowed in JSON."),
    "json_other_kind": N_('This JSON is no Rookery event: it needs "format": "rookery-event" and "version": 1.'),
    "json_other_version": N_("Version %(found)s of Rookery JSON is not known here; version 1 is."),
    "json_wrong_type": N_("%(pointer)s must be of type %(expected)s, not %(found)s."),
    "json_key_missing": N_("%(pointer)s needs the key “%(key)s”."),
    "json_key_unknown": N_("%(pointer)s has the unknown key “%(key)s”. Allowed: %(allowed)s."),
    "json_key_misspelt": N_("%(pointer)s has the unknown key “%(key)s”. Did you mean “%(nearest)s”?"),
    "json_not_allowed": N_("%(pointer)s is “%(found)s”. Allowed: %(allowed)s."),
    "json_out_of_range": N_("%(pointer)s is %(found)s; it must be from %(least)s to %(most)s."),
    "json_not_half": N_("%(pointer)s is %(found)s; points are whole or half."),
    "json_text_empty": N_("%(pointer)s is empty."),
    "json_text_too_long": N_("%(pointer)s is longer than %(limit)s characters."),
    "json_too_many": N_("%(pointer)s has %(count)s elements; at most %(limit)s are read."),
    "json_invalid": N_("%(pointer)s is not as the schema asks (%(rule)s)."),
    "json_date_invalid": N_("%(pointer)s is “%(found)s”; a date is written YYYY-MM-DD."),
}

JSON_SENSE_MESSAGES = {
    "json_number_taken": N_("%(pointer)s: the number %(number)s belongs to two players."),
    "json_player_unknown": N_("%(pointer)s: no player has the number %(number)s."),
    "json_plays_twice": N_("%(pointer)s: number %(number)s is in round %(round)s twice."),
    "json_plays_itself": N_("%(pointer)s: number %(number)s plays itself."),
    "json_bye_with_opponent": N_('%(pointer)s: a bye has one player, given as "white", and no "black".'),
    "json_opponent_missing": N_('%(pointer)s: the result “%(result)s” needs "black".'),
    "json_round_order": N_("%(pointer)s is %(found)s; rounds are listed in order from 1, so it must be %(expected)s."),
    "json_board_taken": N_("%(pointer)s: board %(board)s is in round %(round)s twice."),
    "json_end_before_start": N_("%(pointer)s: the event ends (%(ends_on)s) before it starts (%(starts_on)s)."),
    "json_finished_pending": N_("%(pointer)s: a finished event has no game without a result (“*”)."),
    "json_start_missing": N_("The file has no start date (“starts_on”). Please give one."),
    "json_unseen_characters": N_("%(pointer)s: characters that cannot be seen were taken out (%(count)s)."),
    "json_points_differ": N_("Number %(number)s: the file says %(stated)s points, the results give %(computed)s."),
    "json_round_date_outside": N_("Round %(round)s (%(found)s) lies outside the dates of the event."),
}

PUBLISHING_MESSAGES = {
    "date_missing": N_("The event has no start date. Give one: the field “Start date”, the parameter “date” of the API, or --date."),
    "date_conflict": N_("The file says that the event starts on %(stated)s, you say %(given)s. Leave the date out, or correct the file."),
    "date_after_end": N_("The start date %(given)s is after the end of the event (%(ends_on)s)."),
    "date_out_of_range": N_("The start date %(given)s is not between %(first)s and %(last)s."),
    "event_name_empty": N_("The event's name is empty. Give it a name, or leave it as the file has it."),
    "event_name_too_long": N_("The event's name has %(length)s characters; at most %(limit)s are allowed. Shorten it."),
    "entry_name_empty": N_("Number %(number)s has no name."),
    "entry_name_too_long": N_("The name of number %(number)s has %(length)s characters and at most %(limit)s are allowed. Shorten it."),
    "entry_name_control_character": N_("Number %(number)s: character %(position)s of the name (%(character)s) is a control character."),
    "entry_name_invisible_character": N_("Number %(number)s: character %(position)s of the name (%(character)s) cannot be seen."),
    "entry_name_direction_override": N_("Number %(number)s: character %(position)s of the name (%(character)s) turns the text round."),
    "event_unknown": N_("There is no such event in this club."),
    "event_moved": N_("Meanwhile the event was published again: it is at version %(found)s, not %(expected)s. Look at it first."),
    "event_has_other_id": N_("This event is known as “%(known)s” to the program that published it, and the file says “%(given)s”."),
    "event_id_taken": N_("Another event is already known as “%(given)s”. Publish a new version of that one."),
    "event_ambiguous": N_("The file has no event id. Is it a new event, or a new version of one that looks like it?"),
    "event_was_removed": N_("This event was removed. The new version is kept, but stays hidden until the event is restored."),
    "names_erased": N_("Somebody in this file was erased at the club (no. %(numbers)s). A pseudonym stands where the name stood."),
    "same_name_twice": N_(
        "The numbers %(numbers)s have the same name, or nearly. If they are two people, all is well; if it is one, correct the file."
    ),
    "id_conflict": N_("The file has the event id “%(stated)s”, you say “%(given)s”. Leave the id out, or correct the file."),
    "key_reused": N_("The Idempotency-Key “%(key)s” was used for another request. Use a new key for each request."),
    "key_unreadable": N_("The Idempotency-Key holds a control character. Use letters, digits and signs."),
    "key_too_long": N_("The Idempotency-Key has more than %(limit)s characters."),
    "nothing_to_undo": N_("Nothing of this event is published, so there is nothing to undo."),
    "corrections_at_stake": N_(
        "This version would undo corrections that were made here: %(count)s. Say whether they stand:"
        " the question “Corrections made here”, the parameter “corrections” of the API, or --corrections."
    ),
    "corrections_cannot_stay": N_(
        "Not everything that was corrected here can be kept in this version. Drop it, and correct anew what is left."
    ),
    "corrections_kept": N_("What was corrected here and this version has otherwise was kept: %(count)s. It is version %(version)s."),
    "corrections_dropped": N_("What was corrected here was undone by this version: %(count)s."),
    "corrections_stand": N_("Exactly this was published before. The corrections made here since then stand."),
    "stake_game": N_("Round %(round)s: corrected to %(corrected)s; this version has %(sent)s."),
    "stake_game_removed": N_("Round %(round)s: a game was taken out; this version has %(sent)s."),
    "stake_game_missing": N_("Round %(round)s: corrected to %(corrected)s; this version has nothing there."),
    "stake_game_lost": N_("Round %(round)s: %(corrected)s was corrected; whose numbers these are in this version is not certain."),
    "stake_game_lost_removed": N_("Round %(round)s: a game was taken out; whether this version has it is not certain."),
    "stake_starts_on": N_("First day: corrected to %(corrected)s; this version has %(sent)s."),
    "stake_ends_on": N_("Last day: corrected to %(corrected)s; this version has %(sent)s."),
    "stake_rated": N_("Corrected to rated; this version is not rated."),
    "stake_unrated": N_("Corrected to not rated; this version is rated."),
    "stake_finished": N_("Corrected to finished; this version is unfinished."),
    "stake_unfinished": N_("Corrected to unfinished; this version is finished."),
    "like_same_content": N_("the same content"),
    "like_same_name": N_("the same name"),
    "like_similar_name": N_("a similar name"),
    "like_same_date": N_("the same date"),
    "like_near_date": N_("days between the dates: %(days)s"),
    "like_players": N_("names in both: %(shared)s of %(count)s"),
    **{f"correction_{code}": message for code, message in CORRECTION_MESSAGES.items()},
}

MESSAGES = (
    FILE_MESSAGES | TRF_HEADER_MESSAGES | TRF_ROW_MESSAGES | TRF_ROUND_MESSAGES | JSON_MESSAGES | JSON_SENSE_MESSAGES | PUBLISHING_MESSAGES
)
"""English templates by code. Parameters named `line` and `column` are filled from the place if not given."""
